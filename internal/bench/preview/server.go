package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// server is one of the programs that are compared, with the site that it serves.
type server struct {
	name  string
	dir   string   // the site's folder
	args  []string // program and arguments, run in dir; {port} is the port that it is to take
	scene *scene

	url string // of the site, with a slash at its end, once it runs
	cmd *exec.Cmd
	log *os.File // what it says
}

// start starts the server and waits until it gives out the page of the scene; it returns how
// long that took.
func (s *server) start(patience time.Duration) (time.Duration, error) {
	port, err := freePort()
	if err != nil {
		return 0, err
	}
	if s.log, err = os.Create(filepath.Join(filepath.Dir(s.dir), s.name+".log")); err != nil {
		return 0, err
	}
	args := make([]string, len(s.args))
	for i, arg := range s.args {
		args[i] = strings.ReplaceAll(arg, "{port}", port)
	}
	s.url = "http://127.0.0.1:" + port + "/"
	s.cmd = exec.Command(args[0], args[1:]...)
	s.cmd.Dir, s.cmd.Stdout, s.cmd.Stderr = s.dir, s.log, s.log
	// What the collector of a Go program tells of each collection is how a server says what
	// its memory holds, without being asked.
	s.cmd.Env = append(os.Environ(), "GODEBUG=gctrace=1")
	begun := time.Now()
	if err := s.cmd.Start(); err != nil {
		return 0, err
	}
	err = s.ready(begun.Add(patience))
	return time.Since(begun), err
}

// freePort is a port that nobody listens on.
func freePort() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer listener.Close()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	return port, err
}

// ready waits until the page of the scene is there.
func (s *server) ready(until time.Time) error {
	for {
		resp, err := http.Get(s.url + s.scene.page)
		if err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return nil
			}
			err = fmt.Errorf("%s: %s", s.scene.page, resp.Status)
		}
		if time.Now().After(until) || s.ended() {
			return fmt.Errorf("%s gives out no page: %w\n%s", s.name, err, s.words())
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// ended says whether the process is no more, where that can be known: Linux keeps no memory for
// a process that has ended and has not been waited for.
func (s *server) ended() bool {
	return runtime.GOOS == "linux" && s.resident() == 0
}

// rest waits until the server has used at most a twentieth of a processor for a second, but not
// longer than the patience; where that cannot be known, for some seconds.
func (s *server) rest(patience time.Duration) {
	for until := time.Now().Add(patience); time.Now().Before(until); {
		before := s.busy()
		time.Sleep(time.Second)
		if before == 0 {
			time.Sleep(4 * time.Second)
			return
		}
		if s.busy()-before <= 5 {
			return
		}
	}
}

// busy is how long the server has used processors, in hundredths of a second (proc(5), which
// has names in parentheses that may hold anything); 0 where that cannot be known.
func (s *server) busy() int64 {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	const user, system = 14 - 3, 15 - 3 // fields are counted from 1, and the state behind the name is the third
	if len(fields) <= system {
		return 0
	}
	u, _ := strconv.ParseInt(string(fields[user]), 10, 64) // numbers, as proc(5) says
	k, _ := strconv.ParseInt(string(fields[system]), 10, 64)
	return u + k
}

// stop ends the server.
func (s *server) stop() {
	if s.cmd != nil && s.cmd.Process != nil {
		s.cmd.Process.Kill()
		s.cmd.Wait() // it was killed, which is no news
	}
	if s.log != nil {
		s.log.Close()
	}
}

// words are the last things that the server has said, but for its collector.
func (s *server) words() string {
	data, err := os.ReadFile(s.log.Name())
	if err != nil {
		return err.Error()
	}
	var lines []string
	for line := range strings.Lines(string(data)) {
		if !collection.MatchString(line) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines[max(0, len(lines)-10):], "")
}

// memory is what a server holds, in bytes; 0 where that is not to be known.
type memory struct {
	Saves    int   // after so many
	Resident int64 // the process, as the machine sees it
	Live     int64 // what its collector found in use at the first collection since those saves

	said int64 // how much the server had said by then
}

// held reads what the server holds after some rest. What is live is known later: see collected.
func (s *server) held(saves int, rest time.Duration) memory {
	m := memory{Saves: saves}
	if info, err := s.log.Stat(); err == nil {
		m.said = info.Size()
	}
	time.Sleep(rest)
	m.Resident = s.resident()
	return m
}

// forced is a little longer than a Go program that has little to do waits until it collects.
const forced = 130 * time.Second

// collected looks up what the collector found after each of the readings, and waits until it
// has run after the last one, but not longer than the patience.
func (s *server) collected(all []memory, patience time.Duration) {
	until := time.Now().Add(patience)
	for i := range all {
		for {
			if all[i].Live = s.liveSince(all[i].said); all[i].Live > 0 || time.Now().After(until) || s.ended() {
				break
			}
			time.Sleep(200 * time.Millisecond)
		}
	}
}

// liveSince is what was live after the first collection that is told of behind so many bytes of
// the log; 0 if there was none.
func (s *server) liveSince(said int64) int64 {
	log, err := os.Open(s.log.Name())
	if err != nil {
		return 0
	}
	defer log.Close()
	if _, err := log.Seek(said, io.SeekStart); err != nil {
		return 0
	}
	return firstLive(log)
}

func (s *server) resident() int64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	_, rest, _ := bytes.Cut(status, []byte("\nVmRSS:"))
	var kb int64
	fmt.Fscan(bytes.NewReader(rest), &kb) // without such a line it stays 0
	return kb * 1024
}

// collection is a line of Go's collector, as package runtime documents it: "4->5->3 MB" are the
// heap at the beginning, at the end, and what of it is live.
var collection = regexp.MustCompile(`^gc \d+ @.* (\d+)->(\d+)->(\d+) MB, `)

// firstLive is what was live after the first collection that a log tells of, in bytes; 0 if it
// tells of none.
func firstLive(log io.Reader) int64 {
	for lines := bufio.NewReader(log); ; {
		line, err := lines.ReadString('\n')
		if m := collection.FindStringSubmatch(line); m != nil {
			mb, _ := strconv.ParseInt(m[3], 10, 64) // digits; what does not fit is not to be believed
			return mb << 20
		}
		if err != nil {
			return 0
		}
	}
}
