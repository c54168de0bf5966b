// Package watch knows what a site's folder holds, and reports when it holds something else.
//
//	w, err := watch.Open(root, watch.Options{})
//	tree := w.Tree()                  // an fs.FS that knows the SHA-256 of its files
//	for {
//		change, err := w.Next(ctx)    // waits until bytes differ
//		…
//	}
//
// A [Tree] is the folder at one moment: names, sizes, times and sums. It is immutable, and
// two trees share the folders that did not change. Bytes are read on request, through
// [os.Root], so that no link leads out of the site.
//
// Options.Names says which files and folders of the site's folder count. Below them hidden
// names and names that end in ~ do not, as in package build, but for a note whose name
// begins with two dots, which build reports. Temporary files of editors (see passing) are in
// the Tree, but no Change names them. Links are listed as links and not entered, but for a name
// of Options.Names, which may be a link to a folder.
//
// # How a change is found
//
// Any event leads to one walk over all names, sizes and times. A file is read if these differ, if
// an event names it, or if it was last read so soon after its time that a second write could have
// the same time. So an event only has to come: it does not matter which file it names, or how an
// editor saves. The walk also watches new folders, and then runs once more, for files that were
// written before the watch.
//
// A walk every few seconds finds what no event reported. If it finds something, events do not come
// from this folder (network drives, some containers), and walks follow one another quickly from
// then on: this is polling, which Options.Poll has from the start.
//
// BenchmarkScan says what a walk takes.
//
// # When a Change is reported
//
// After 5 ms without an event, or 20 ms in all; where many paths change (a checkout), after 50 ms
// without an event, or a second in all; where only a walk found it, after 20 ms in which nothing
// more changes, or 100. A file that has just become empty or is gone is about to be written by
// most editors: it is reported after 100 ms.
//
// What happens while nobody waits in [Watcher.Next] is part of the next Change.
//
// One goroutine of this package, and those of fsnotify, live from [Open] to [Watcher.Close].
package watch
