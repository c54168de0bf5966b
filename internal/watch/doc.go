// Package watch knows what a site's folder holds, and tells when it holds something else.
//
//	w, err := watch.Open(root, watch.Options{})
//	tree := w.Tree()                  // an fs.FS that knows the SHA-256 of its files
//	for {
//		change, err := w.Next(ctx)    // waits until bytes differ
//		…
//	}
//
// # Trees
//
// A [Tree] is the folder at one moment: names, sizes, times and sums. It is immutable, and
// two of them share the folders that did not change, so one edited file costs a copy of the
// list of its folder and of those above it, at ten thousand files as at ten. Bytes are read
// when somebody asks for them, through [os.Root], so that no link leads out of the site.
//
// # What counts
//
// Options.Names says which files and folders of the site's folder count. Below them hidden
// names and names that end in ~ do not, as in package build, but for a note whose name
// begins with two dots, of which build has something to say. What editors put beside a file
// while they save it (see passing) is in the Tree, but no Change tells of it.
// Links are listed as links and not entered, but for a name of Options.Names, which may be
// a link to a folder.
//
// # How nothing is lost
//
// Events say only where to look. What is there is decided by type, size, time and, wherever
// these leave a doubt, by the hash of the bytes. So none of these can lose a change:
//
//   - an atomic save, which tells of a new name and of no write;
//   - a folder that is made and filled at once: it is watched first and read then;
//   - a folder that is renamed: its watches, and those of the folders in it, are taken back
//     and set anew, for they go on telling its old name;
//   - a folder that is removed and made again, which may have the same number on disk;
//   - an overflow of the system's queue: everything is looked at;
//   - a lost watch, events that were never sent, the sleep of the machine: every few seconds
//     a walk looks at the sizes and times of all files, a folder at a time and never while
//     an event waits;
//   - a second write within one tick of the file system's clock: a file that was hashed soon
//     after it was written is hashed once more later.
//
// Where such a walk finds changes of which no event tells within a second, no events come
// from there (network and shared folders, other people's file systems), and from then on the
// walks follow one another quickly: this is polling, which Options.Poll wants from the start.
// It is the same walk, and what events still come are still acted on.
//
// # When a Change is told
//
// As soon as 5 ms have passed without an event, or 20 ms in all. Longer only
//
//   - where many paths change (a checkout): 50 ms without an event, a second in all;
//   - where a walk has found it and no event: 20 ms, in which nothing more is found, or 100;
//   - while Git's index.lock stands: up to 5 s of many paths, 500 ms of few; a lock that is
//     older than 5 s belongs to a Git that died or that waits for an editor;
//   - where a file has just become empty or has gone, which is how editors begin to write
//     one: up to 100 ms.
//
// What happens while nobody waits in [Watcher.Next] is part of the next Change.
//
// One goroutine of this package, and those of fsnotify, live from [Open] to [Watcher.Close].
package watch
