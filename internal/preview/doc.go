// Package preview is the development server of kawaraban serve: it serves a site from memory and
// patches open pages when files change.
//
// A [Preview] is an http.Handler, and Run keeps it up to date. Each change from package watch
// makes a new build.State. Pages are rendered on demand. Responses are the bytes that a build
// writes, plus one script in each page's head:
//
//	<script type="module" src="../_kawaraban/preview.js" data-page="ja/1.27/index.html" data-sum="…" data-boot="…"></script>
//
// The script opens a WebSocket at _kawaraban/ws and sends the page's path and hash. It then
// receives the page whenever its hash changes, and the problems whenever they change. message.go
// describes the messages.
//
// # Tabs
//
// Each tab has a goroutine that is woken and compares the tab with the current state. There is no
// queue, so a slow tab does not delay others and skips outdated states. Visible tabs are woken
// first, then hidden tabs, then the problems follow. At the end all tabs receive a message that
// the site has changed, with the replaced assets: news.go. After a reconnect, the hash in the
// hello message decides what is sent.
//
// # Errors
//
// If a state cannot be made (a broken template, no content/), the last good one stays, and the
// tabs and the terminal show the problem. A note with broken front matter keeps its last valid one
// (build.Options.Hold). Templates of the site are tried on open pages and on one visited page of
// each kind before the new state is shown. The rules of package check run after a quiet period; a
// change cancels them. Until they have run, their last results stay.
//
// # Access
//
// A request needs a Host that is localhost, an IP address, or a name in Options. This stops DNS
// rebinding: a foreign page whose name resolves to this machine gets no response. A foreign Origin
// is refused, and foreign pages cannot embed the preview in a frame.
package preview
