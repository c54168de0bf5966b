// Package preview is the development server of the command kawaraban serve. It serves a site from
// memory and updates open pages when files change. It writes no files; package build makes the
// pages.
//
// A [Preview] is an http.Handler. [Preview.Serve] runs it on a listener, and [Preview.Run] keeps
// it up to date. Each change from package watch results in a new build.State. Pages are rendered
// on demand. A response has the bytes that a build would write, with one more script in the head:
//
//	<script type="module" src="../_kawaraban/preview.js" data-page="ja/1.27/index.html" data-sum="…" data-boot="…"></script>
//
// The script opens a WebSocket at _kawaraban/ws and sends the path and the hash of its page. It
// then receives the page when its hash changes, and the problems when they change. message.go
// describes the messages.
//
// # Tabs
//
// Each tab has a goroutine, which compares the tab with the current state when it is woken. There
// is no queue, so a slow tab skips outdated states and does not delay others. Visible tabs are
// woken first, then hidden tabs. The problems follow. At the end of a round, all tabs receive a
// message that the site has changed, with the replaced assets: see news.go. After a tab
// reconnects, the hash in its hello message determines what it receives.
//
// # Errors
//
// If a state cannot be computed, for example because of a broken template, the preview keeps the
// last good state. Tabs and terminal show the problem. A note with invalid front matter keeps its
// last valid front matter (build.Options.Hold). If templates changed, they are first tested with
// the open pages and with one visited page of each kind. The rules of package check run after a
// quiet period, and a change cancels them. Until they have run, their last results remain.
//
// # Access
//
// The Host of a request must be localhost, an IP address or a name in Options. This prevents DNS
// rebinding: a page of another site whose name resolves to this machine gets no response.
// Requests with the Origin of another site are refused. Other sites cannot embed the preview in a
// frame.
package preview
