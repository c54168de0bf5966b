package preview

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// patience is the maximum waiting time of a test.
const patience = 30 * time.Second

// folder creates the directory of a site from files by path.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		put(t, dir, name, text)
	}
	return dir
}

// put writes a file as most editors do: a temporary file is renamed.
func put(t *testing.T, dir, name, text string) {
	t.Helper()
	at := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(at+"~", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(at+"~", at); err != nil {
		t.Fatal(err)
	}
}

func rename(t *testing.T, dir, from, to string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, to)), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, from), filepath.Join(dir, to)); err != nil {
		t.Fatal(err)
	}
}

// server is a running preview.
type server struct {
	*Preview
	url  string // URL of the base, with a final slash
	host string
	halt func() // stops the preview and waits for Serve
	stop func() // stops the preview and waits for its goroutines

	mu    sync.Mutex
	lines []Line
}

// serve runs the preview of a directory until the test ends. It then checks that no goroutine is
// left.
func serve(t *testing.T, dir string, o Options) *server {
	t.Helper()
	before := ownGoroutines()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	s := &server{}
	o.Root = root
	o.Log = func(l Line) {
		s.mu.Lock()
		defer s.mu.Unlock()
		l.Source = nil // it would keep a state in memory
		s.lines = append(s.lines, l)
	}
	if s.Preview, err = New(o); err != nil {
		t.Fatal(err)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.host = ln.Addr().String()
	s.url = "http://" + s.host + s.o.Base
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, ln) }()
	s.halt = sync.OnceFunc(func() {
		cancel()
		select {
		case err := <-ended:
			if err != nil {
				t.Errorf("the preview ended with %v", err)
			}
		case <-time.After(patience):
			t.Error("the preview does not end")
		}
	})
	s.stop = sync.OnceFunc(func() {
		s.halt()
		http.DefaultClient.CloseIdleConnections()
		if err := root.Close(); err != nil {
			t.Error(err)
		}
		await(t, "the end of every goroutine", func() bool { return ownGoroutines() <= before })
	})
	t.Cleanup(s.stop)
	return s
}

// printed returns the lines printed so far.
func (s *server) printed() []Line {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Line(nil), s.lines...)
}

// ownGoroutines counts the goroutines of the packages that the preview uses.
func ownGoroutines() int {
	n := 0
	for s := range strings.SplitSeq(stacks(), "\n\n") {
		if !strings.Contains(s, "testing.tRunner") && regexp.MustCompile(`internal/(preview|watch|build)\.\(|coder/websocket|net/http\.\(\*(conn|Server)\)`).MatchString(s) {
			n++
		}
	}
	return n
}

// stacks returns the stacks of all goroutines.
func stacks() string {
	buf := make([]byte, 4<<20)
	return string(buf[:runtime.Stack(buf, true)])
}

// await waits until a condition is true.
func await(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !is(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			t.Errorf("timeout: %s; goroutines:\n%s", what, stacks())
			return
		}
	}
}

// get requests an address below the base.
func (s *server) get(t *testing.T, name string) (int, string) {
	t.Helper()
	resp, err := http.Get(s.url + name)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(b)
}

// message is any message of the preview.
type message struct {
	Type   string          `json:"type"`
	Seq    uint64          `json:"seq"`
	Sum    string          `json:"sum"`
	HTML   string          `json:"html"`
	Follow bool            `json:"follow"`
	Times  *times          `json:"times"`
	To     string          `json:"to"`
	Draft  bool            `json:"draft"`
	List   []problem       `json:"list"`
	More   int             `json:"more"`
	Words  json.RawMessage `json:"words"`
	Files  []string        `json:"files"`
	All    bool            `json:"all"`
}

// browser is a tab that behaves like preview.js.
type browser struct {
	t    *testing.T
	conn *websocket.Conn
	got  chan message
}

var scriptData = regexp.MustCompile(`data-page="([^"]*)" data-sum="([^"]*)" data-boot="([^"]*)"`)

// open loads a page and connects.
func (s *server) open(t *testing.T, name string, visible bool) *browser {
	t.Helper()
	_, page := s.get(t, name)
	m := scriptData.FindStringSubmatch(page)
	if m == nil {
		t.Fatalf("%s has no script: %.300s", name, page)
	}
	return s.connect(t, TabMessage{Type: saidHello, Page: m[1], Sum: m[2], Boot: m[3], Visible: visible})
}

// connect opens a connection and sends a hello message.
func (s *server) connect(t *testing.T, hello TabMessage) *browser {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	conn, _, err := websocket.Dial(ctx, "ws://"+s.host+s.o.Base+ownFolder+"ws", nil)
	if err != nil {
		t.Fatal(err)
	}
	conn.SetReadLimit(-1)
	b := &browser{t: t, conn: conn, got: make(chan message, 1000)}
	b.say(hello)
	go func() {
		defer close(b.got)
		for {
			_, data, err := conn.Read(context.Background())
			if err != nil {
				return
			}
			var h message
			if json.Unmarshal(data, &h) != nil {
				return
			}
			if h.Type == "page" {
				_ = conn.Write(context.Background(), websocket.MessageText, encode(TabMessage{Type: saidPatched, Seq: h.Seq}))
			}
			b.got <- h
		}
	}()
	t.Cleanup(func() { _ = conn.CloseNow() })
	return b
}

func (b *browser) say(s TabMessage) {
	b.t.Helper()
	if err := b.conn.Write(context.Background(), websocket.MessageText, encode(s)); err != nil {
		b.t.Fatal(err)
	}
}

// waitFor waits for a message that matches, and ignores other messages.
func (b *browser) waitFor(what string, is func(message) bool) message {
	b.t.Helper()
	end := time.After(patience)
	for {
		select {
		case h, ok := <-b.got:
			if !ok {
				b.t.Fatalf("the connection ended before %s", what)
			}
			if is(h) {
				return h
			}
		case <-end:
			b.t.Fatalf("timeout: %s", what)
		}
	}
}

// of matches messages of a type.
func of(typ string) func(message) bool { return func(h message) bool { return h.Type == typ } }

// with matches messages with a page that contains a text.
func with(text string) func(message) bool {
	return func(h message) bool { return h.Type == "page" && strings.Contains(h.HTML, text) }
}

// withProblem matches messages with a problem of a code; "" matches an empty list.
func withProblem(code string) func(message) bool {
	return func(h message) bool {
		if h.Type != "problems" {
			return false
		}
		for _, p := range h.List {
			if p.Code == code {
				return true
			}
		}
		return code == "" && len(h.List) == 0
	}
}

// nodeNote returns the text of a note with one entry.
func nodeNote(words string) string {
	return fmt.Sprintf("---\ntitle: SIG Node の変更点\nsigs: [node]\n---\n\n## Feature\n\n- %s (#115331, @octo) [SIG Node]\n", words)
}

// small returns a site of two notes.
func small() map[string]string {
	return map[string]string{
		"content/1.27/sig-node.ja.md":    nodeNote("最初の文"),
		"content/1.27/sig-network.ja.md": "---\ntitle: SIG Network の変更点\nsigs: [network]\n---\n\n## Feature\n\n- 別の文 (#115332, @octo) [SIG Network]\n",
	}
}
