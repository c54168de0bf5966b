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
		Short: "Serve the site with live reload",
		Long: `Serve shows the site in a browser and updates open pages when you save a file. It replaces
only what changed: scroll position, open sections, selection and input stay. It watches notes,
data, templates, styles, scripts and site.yaml, and writes nothing.

Problems appear over the page and in the terminal, with their source line, until they are
fixed. The last good page stays meanwhile. A click on a problem opens it in your editor, if
editor in site.yaml or the variable EDITOR_URL is set: vscode, idea, zed, or a URL such as
vscode://file/{path}:{line}:{column}.

Only this machine can reach the server, unless --addr names another address. If the port is
in use, the next free one is used. Press Ctrl-C to stop.`,
		Example: unindent(`
			kawaraban serve --open
			kawaraban serve --follow --drafts
			kawaraban serve --base /notes/
			kawaraban serve --addr 192.168.1.20:8080 --poll`),
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.serve(cmd.Context(), f) },
	}
	cmd.Flags().StringVar(&f.addr, "addr", "127.0.0.1:1313", "listen `address`: host and port")
	cmd.Flags().BoolVar(&f.open, "open", false, "open the site in the browser")
	a.langFlag(cmd)
	cmd.Flags().BoolVar(&f.poll, "poll", false, "poll for changes, for file systems without change events")
	cmd.Flags().BoolVar(&f.drafts, "drafts", false, "include drafts")
	cmd.Flags().StringVar(&f.base, "base", "/", "`path` of the site on its host")
	cmd.Flags().BoolVar(&f.follow, "follow", false, "scroll to the edited block and highlight it")
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
	if _, err := fmt.Fprintln(a.stdout, a.messages.Sprintf("Serving at %s (press Ctrl-C to stop)", at)); err != nil {
		return machine(errors.Join(err, ln.Close()))
	}
	a.warnReachable(ln.Addr(), base)
	if f.open {
		a.openBrowser(at)
	}
	return machine(p.Serve(ctx, ln))
}

func basePath(s string) (string, error) {
	cleaned := path.Clean("/" + s)
	if strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || strings.ContainsRune(`?#%\:"<>`, r) }) ||
		strings.Contains("/"+s+"/", "/../") {
		return "", usage("invalid --base %q", s).withHint("write a path such as /notes/")
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
			withHint("write %s, or a URL such as vscode://file/{path}:{line}:{column}", alternatives(config.Editors()))
	}
	return e, nil
}

func address(addr string) (host string, port int, err error) {
	host, digits, err := net.SplitHostPort(addr)
	if err == nil {
		port, err = strconv.Atoi(digits)
	}
	if err != nil || port < 0 || port > 65535 || strings.ContainsAny(host, "/ ") {
		return "", 0, usage("invalid --addr %q", addr).withHint("write a host and a port: 127.0.0.1:1313, or :1313 for all addresses of this machine")
	}
	return host, port, nil
}

// listen listens on the port, or on the next free port, which it prints.
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
				fmt.Fprintln(a.stderr, a.messages.Sprintf("port %d is in use, using %d", port, try))
			}
			return ln, nil
		case !taken(err):
			return nil, listenError(host, err)
		case try == last:
			return nil, usage("ports %d to %d are in use", port, last).withHint("choose another port: --addr %s", net.JoinHostPort(host, "0"))
		}
	}
}

// socketsTaken is EADDRINUSE on Windows.
const socketsTaken = 10048

func taken(err error) bool {
	no, ok := errors.AsType[syscall.Errno](err)
	return ok && (no == syscall.EADDRINUSE || no == socketsTaken)
}

// listenError returns a usage error for an address of another machine, else a machine error.
func listenError(host string, err error) error {
	if _, unknown := errors.AsType[*net.DNSError](err); unknown || errors.Is(err, syscall.EADDRNOTAVAIL) {
		return usage("address %q does not belong to this machine", host).withHint("omit --addr to serve at 127.0.0.1")
	}
	return machine(fmt.Errorf("listening: %w", err))
}

// warnReachable prints a warning with the addresses that other machines can reach, if any.
func (a serveCmd) warnReachable(at net.Addr, base string) {
	addr, err := netip.ParseAddrPort(at.String())
	if err != nil || addr.Addr().IsLoopback() {
		return
	}
	var reached []string
	for _, one := range outward(addr) {
		reached = append(reached, "http://"+one.String()+base)
	}
	fmt.Fprintf(a.stderr, "warning: other machines can reach %s and read this site, its drafts and the paths of its files\n", strings.Join(reached, " or "))
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

// openBrowser opens a URL in the browser. A failure is only a warning: the user can open the printed
// address.
func (a serveCmd) openBrowser(at string) {
	words := browserOf(os.Getenv("BROWSER"), runtime.GOOS)
	cmd := exec.Command(words[0], append(words[1:], at)...)
	err := cmd.Start()
	if err == nil {
		err = cmd.Process.Release()
	}
	if err != nil {
		fmt.Fprintf(a.stderr, "warning: cannot open a browser: %v\n", err)
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
