package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"path"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/kawaraban/kawaraban/internal/config"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/preview"
)

type serveFlags struct {
	addr, base                 string
	open, poll, drafts, follow bool
}

// editorVariable is the environment variable with the URL template of an editor.
const editorVariable = "EDITOR_URL"

// ports is the number of ports to try if the first is in use.
const ports = 20

func (a serveCmd) command() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Show the site while it is written",
		Long: `Serve shows the site in a browser and brings open pages up to date when a file is saved:
the changed part is put in place, and the page keeps where it was scrolled to, what was
opened, selected and typed. Notes, data, templates, styles, scripts and site.yaml are
watched; nothing is written.

What is wrong stands over the page and in the terminal, with the line that it is about, and
goes when it is mended; the last good page stays until then. A click on a problem opens it
in an editor, where site.yaml (editor) or the variable EDITOR_URL names one: vscode, idea,
zed, or an address as vscode://file/{path}:{line}:{column}.

Only programs of this machine reach the site, unless --addr names another address. When the
port is taken, the next free one is used. Ctrl-C ends it.`,
		Example: unindent(`
			kawaraban serve --open
			kawaraban serve --follow --drafts
			kawaraban serve --base /notes/
			kawaraban serve --addr 192.168.1.20:8080 --poll`),
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.serve(cmd.Context(), f) },
	}
	cmd.Flags().StringVar(&f.addr, "addr", "127.0.0.1:1313", "the `address` to serve at: a host and a port")
	cmd.Flags().BoolVar(&f.open, "open", false, "open the site in the browser")
	cmd.Flags().BoolVar(&f.poll, "poll", false, "look for changes at intervals, where the system does not tell of them")
	cmd.Flags().BoolVar(&f.drafts, "drafts", false, "take notes marked as drafts too")
	cmd.Flags().StringVar(&f.base, "base", "/", "the `path` below which the site stands, as on its host")
	cmd.Flags().BoolVar(&f.follow, "follow", false, "lead the page to what was edited, and mark it")
	a.langFlag(cmd)
	complete(cmd, "addr", cobra.NoFileCompletions)
	complete(cmd, "base", cobra.NoFileCompletions)
	return cmd
}

func (a serveCmd) serve(ctx context.Context, f serveFlags) error {
	base, err := basePath(f.base)
	if err != nil {
		return err
	}
	editor, err := editorOf(os.Getenv(editorVariable))
	if err != nil {
		return err
	}
	host, port, err := address(f.addr)
	if err != nil {
		return err
	}
	where, err := a.locate("", origin)
	if err != nil {
		return err
	}
	root, err := a.open(buildFlags{format: "text"})
	if err != nil {
		return err
	}
	defer root.Close()
	if err := a.chooseMessages(root); err != nil {
		return err
	}
	ln, err := a.listen(ctx, host, port)
	if err != nil {
		return err
	}
	p, err := preview.New(preview.Options{
		Root: root, Base: base, Hosts: []string{host}, Drafts: f.drafts, Poll: f.poll, Follow: f.follow, Editor: editor, Log: a.printLine,
		Lang: note.Lang(a.lang), Terminal: a.messages,
		BaseURL: where.baseURL, Repository: where.repository, Dates: true, Undated: a.reportNoDates,
	})
	if err != nil {
		return machine(errors.Join(err, ln.Close()))
	}
	at := "http://" + shownAddress(ln.Addr().String(), host) + base
	if _, err := fmt.Fprintf(a.stdout, "%s (Ctrl-C ends it)\n", at); err != nil {
		return machine(errors.Join(err, ln.Close()))
	}
	a.warnOthers(ln.Addr(), base)
	if f.open {
		a.openBrowser(at)
	}
	return machine(p.Serve(ctx, ln))
}

func basePath(s string) (string, error) {
	cleaned := path.Clean("/" + s)
	if strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || strings.ContainsRune(`?#%\:"<>`, r) }) ||
		strings.Contains("/"+s+"/", "/../") {
		return "", usage("--base is %q, which is no path of a site", s).withHint("write it as /notes/")
	}
	if cleaned == "/" {
		return cleaned, nil
	}
	return cleaned + "/", nil
}

func editorOf(s string) (config.Editor, error) {
	e, err := config.ParseEditor(s)
	if err != nil {
		return e, usage("%s: %w", editorVariable, err).
			withHint("write %s, or an address as vscode://file/{path}:{line}:{column}", alternatives(config.Editors()))
	}
	return e, nil
}

func address(addr string) (host string, port int, err error) {
	host, digits, err := net.SplitHostPort(addr)
	if err == nil {
		port, err = strconv.Atoi(digits)
	}
	if err != nil || port < 0 || port > 65535 || strings.ContainsAny(host, "/ ") {
		return "", 0, usage("--addr is %q, which is no host and port", addr).withHint("write it as 127.0.0.1:1313, or :1313 for all addresses of this machine")
	}
	return host, port, nil
}

// listen listens on the port or the next free one, and reports a change.
func (a serveCmd) listen(ctx context.Context, host string, port int) (net.Listener, error) {
	var config net.ListenConfig
	last := port
	if port > 0 {
		last = min(port+ports-1, 65535)
	}
	for try := port; ; try++ {
		ln, err := config.Listen(ctx, "tcp", net.JoinHostPort(host, strconv.Itoa(try)))
		switch {
		case err == nil:
			if try != port {
				fmt.Fprintf(a.stderr, "port %d is taken: %d it is\n", port, try)
			}
			return ln, nil
		case !taken(err):
			return nil, refusedListen(host, err)
		case try == last:
			return nil, usage("the ports %d to %d are taken", port, last).withHint("name another with --addr %s", net.JoinHostPort(host, "0"))
		}
	}
}

// socketsTaken is EADDRINUSE on Windows.
const socketsTaken = 10048

func taken(err error) bool {
	no, ok := errors.AsType[syscall.Errno](err)
	return ok && (no == syscall.EADDRINUSE || no == socketsTaken)
}

// refusedListen returns a usage error for an address of another machine, else a machine error.
func refusedListen(host string, err error) error {
	if _, unknown := errors.AsType[*net.DNSError](err); unknown || errors.Is(err, syscall.EADDRNOTAVAIL) {
		return usage("this machine has no address %s", host).withHint("leave out --addr, and the site is served at 127.0.0.1")
	}
	return machine(fmt.Errorf("listening: %w", err))
}

// warnOthers reports the addresses that other machines can reach, if any.
func (a serveCmd) warnOthers(at net.Addr, base string) {
	addr, err := netip.ParseAddrPort(at.String())
	if err != nil || addr.Addr().IsLoopback() {
		return
	}
	var reached []string
	for _, one := range outward(addr) {
		reached = append(reached, "http://"+one.String()+base)
	}
	fmt.Fprintf(a.stderr, "warning: whoever reaches %s over the network can read this site, its drafts and the paths of its files\n", strings.Join(reached, " or "))
}

// outward lists the addresses for other machines. For an unspecified address these are the
// machine's IPv4 addresses, which are short enough to type on a phone.
func outward(at netip.AddrPort) []netip.AddrPort {
	if !at.Addr().IsUnspecified() {
		return []netip.AddrPort{at}
	}
	var out []netip.AddrPort
	own, _ := net.InterfaceAddrs() // on error the list is empty
	for _, one := range own {
		p, err := netip.ParsePrefix(one.String())
		if err == nil && p.Addr().Is4() && p.Addr().IsGlobalUnicast() {
			out = append(out, netip.AddrPortFrom(p.Addr(), at.Port()))
		}
	}
	if len(out) == 0 {
		return []netip.AddrPort{at}
	}
	return out
}

// shownAddress returns the URL to open on this machine.
func shownAddress(at, host string) string {
	addr, err := netip.ParseAddrPort(at)
	switch {
	case err != nil:
		return at
	case addr.Addr().IsUnspecified():
		host = "127.0.0.1"
	case host == "":
		host = addr.Addr().String()
	}
	return net.JoinHostPort(host, strconv.Itoa(int(addr.Port())))
}

// openBrowser opens a URL in the browser. A failure is ignored: the user can open the printed
// address.
func (a serveCmd) openBrowser(at string) {
	words := browserOf(os.Getenv("BROWSER"), runtime.GOOS)
	cmd := exec.Command(words[0], append(words[1:], at)...)
	err := cmd.Start()
	if err == nil {
		err = cmd.Process.Release()
	}
	if err != nil {
		fmt.Fprintf(a.stderr, "warning: no browser could be opened: %v\n", err)
	}
}

// browserOf returns the command that opens a URL: the value of BROWSER with its arguments, or the
// system's default.
func browserOf(chosen, system string) []string {
	switch words := strings.Fields(chosen); {
	case len(words) > 1:
		if _, err := exec.LookPath(chosen); err == nil { // a path with a space
			return []string{chosen}
		}
		return words
	case len(words) == 1:
		return words
	case system == "darwin":
		return []string{"open"}
	case system == "windows":
		return []string{"rundll32", "url.dll,FileProtocolHandler"}
	}
	return []string{"xdg-open"}
}

// printLine prints lines to standard output and problems to standard error.
func (a serveCmd) printLine(l preview.Line) {
	if l.Text != "" {
		_, _ = fmt.Fprintln(a.stdout, l.Text) // a closed terminal does not stop the server
	}
	if len(l.Problems) > 0 {
		_ = a.printDiags(l.Problems, l.Source)
	}
	if l.Sum != "" {
		_, _ = io.WriteString(a.stderr, l.Sum+"\n")
	}
}
