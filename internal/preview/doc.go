// Package preview serves a site from memory and patches the pages that are open in
// browsers when its files change: what kawaraban serve does.
//
// A [Preview] is an http.Handler, and Run keeps it up to date. Each change of the folder,
// which package watch tells, makes a build.State; nothing is listed and nothing is printed
// that nobody looks at. Addresses answer with the bytes that a build writes, but for one
// script in each page's head, before its own scripts:
//
//	<script type="module" src="../_kawaraban/preview.js" data-page="ja/1.27/index.html" data-sum="…" data-boot="…"></script>
//
// It opens a WebSocket at _kawaraban/ws and says which page it shows, and the sum of it.
// From then on the tab gets the page anew whenever its sum is another one, and the problems
// of the content whenever they are others. message.go has the messages.
//
// # Tabs
//
// Each tab has a goroutine of its own, which is woken and then looks at what there is: there
// is no queue, so a tab that is slow holds nobody and misses nothing but what is no longer
// true. Tabs that are on screen are woken first, the others when those have their pages, and
// the problems come when those are painted. Then all hear that the site is another one, with the
// files beside notes that were replaced: news.go.
// After a lost connection the sum in the new hello decides what is sent.
//
// # When something is wrong
//
// A site that cannot be made (a broken template, no content/) leaves the last good one where
// it is, and the problem goes to the tabs and the terminal. A note whose front matter is broken
// goes on to say what that said (build.Options.Hold). Templates of the site's own are tried
// on the pages that are open, and on one of each kind that somebody has looked at. The rules of package check run
// when nothing has changed for a while, and are cancelled by the next change; until they have
// run, what they found last stays.
//
// # Who may ask
//
// Requests are answered only where Host is a name of this machine for itself, an address in
// figures, or a name that Options has: a page elsewhere that has its own name led to this
// machine gets nothing. An Origin that is not the preview's own is refused as well, and a page
// of another one gets an empty frame.
package preview
