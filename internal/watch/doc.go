// Package watch reports changes in the directory of a site. [Open] is the entry point:
//
//	w, err := watch.Open(root, watch.Options{})
//	tree := w.Tree()                  // an fs.FS that knows the SHA-256 of its files
//	for {
//		change, err := w.Next(ctx)    // waits until content differs
//		…
//	}
//
// A [Tree] is an immutable snapshot of names, sizes, times and hashes. Trees share unchanged
// directories. The package does not keep content. It is read on demand through [os.Root], so that
// links cannot leave the site.
//
// Options.Names lists the watched files and directories. In these directories, hidden names and
// names that end in ~ are ignored, as in package build. Names of notes that begin with two dots
// are watched, because build reports them. Temporary files of editors (see isTemporary) are in
// the Tree, but not in a Change. Links are not followed, except for a name in Options.Names.
//
// # Detecting changes
//
// Each event results in a scan of all names, sizes and times. A file is read if its size or time
// differs, or if an event names it. File systems have clocks of low resolution, so a second write
// may result in the same time. A file that was read shortly after its time is therefore read
// again. The result depends neither on the file that an event names, nor on how an editor saves.
// The scan also watches new directories. It then runs again, to find files that were written
// before the watch.
//
// A scan every few seconds finds changes without events. If it finds one, events do not work for
// this directory, which happens with network drives and in some containers. The watcher then
// polls, which means that it scans frequently. Options.Poll does this from the start.
//
// # Reporting changes
//
// A Change is reported after a period without further changes:
//
//	by events                     5 ms, at most 20 ms after the first
//	by events, many paths        50 ms, at most 1 s (a checkout of another branch)
//	by scans                     20 ms, at most 100 ms
//
// A file that became empty or was removed is reported only after 100 ms, because most editors
// write it shortly after. Changes between two calls of [Watcher.Next] belong to the next Change.
//
// A goroutine of this package, and those of fsnotify, run from [Open] to [Watcher.Close].
package watch
