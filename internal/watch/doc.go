// Package watch reports changes in the directory of a site.
//
//	w, err := watch.Open(root, watch.Options{})
//	tree := w.Tree()                  // an fs.FS that knows the SHA-256 of its files
//	for {
//		change, err := w.Next(ctx)    // waits until bytes differ
//		…
//	}
//
// A [Tree] is an immutable snapshot of names, sizes, times and hashes; trees share unchanged
// directories. Content is read on request through [os.Root], so that links cannot leave the site.
//
// Options.Names lists the watched files and directories. Below them hidden names and names that end
// in ~ are ignored, as in package build. Names that start with two dots are watched, because build
// reports such notes. Temporary files of editors (see isTemporary) are in the Tree, but not in a
// Change. Links are not followed, except for a name in Options.Names.
//
// # Detecting changes
//
// Any event triggers one scan of all names, sizes and times. A file is read if these differ or if
// an event names it. The clock of a file system is coarse: a second write can leave the same time.
// So a file that was read right after its time is read again. It does not matter which file an event
// names, or how an editor saves. The scan also watches new directories. Then it runs again, for files
// that were written before the watch.
//
// A scan every few seconds finds changes without events. If it finds one, events do not work for
// this directory (network drives, some containers), and the watcher changes to polling: frequent
// scans. Options.Poll does so from the start.
//
// # Reporting changes
//
// A Change is reported when no further change arrives for a while:
//
//	by events                     5 ms, at most 20 ms after the first
//	by events, many paths        50 ms, at most 1 s (a checkout of another branch)
//	by scans                     20 ms, at most 100 ms
//
// A file that became empty or was removed is reported after 100 ms, because most editors are about
// to write it.
//
// Changes between two calls of [Watcher.Next] are part of the next Change.
//
// One goroutine of this package, and those of fsnotify, run from [Open] to [Watcher.Close].
package watch
