package crawl

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/kawaraban/kawaraban/internal/artifact"
	"github.com/kawaraban/kawaraban/internal/diag"
	"github.com/kawaraban/kawaraban/internal/fetch"
)

// What [External] keeps and for how long, and when it gives up on a host.
const (
	answersName = "links.json"
	answersAge  = 7 * 24 * time.Hour
	saveEvery   = 100 // addresses
	enough      = 3   // addresses in a row at which a host does not answer
)

// ExternalOptions says how [External] asks.
type ExternalOptions struct {
	Client Asker
	Cache  fetch.Cache           // keeps the answers as links.json; nil keeps none
	Now    time.Time             // by which kept answers have an age
	Each   artifact.Each         // asks so many hosts at a time; nil asks one after another
	Tell   func(done, total int) // is told of each address, perhaps from several goroutines; may be nil
	Begin  func(Asking)          // is told what will be asked, before it is; may be nil
}

// Asking is what [External] is about to ask: addresses of which no kept answer is young enough.
type Asking struct {
	Addresses int
	Hosts     int
	Most      int // addresses of one host
}

// Asker says whether an address leads anywhere. [*fetch.Client] is one, whose Pause is the
// time between two requests to a host.
type Asker interface {
	Ask(ctx context.Context, address string) (fetch.Answer, error)
}

// External asks for addresses outside the site, each without its fragment once, one at a time
// of each host, and reports at its place what
//
//	link/gone        is no longer there (404, 410): a warning
//	link/unanswered  was refused or not answered, so that nothing is known of it: an info
//	link/private     is not on the public internet and is never asked: an info
//
// What a server said is kept for a week, what it did not say is not. A host that does not
// answer at several addresses in a row is not asked for the rest of them, which is said once.
// Where ctx ends, the answers so far are kept, and the error is that of ctx; it may also be
// that of writing the cache.
func External(ctx context.Context, list []Reference, o ExternalOptions) ([]diag.Diagnostic, error) {
	a := &asker{ExternalOptions: o, answers: readAnswers(o.Cache, o.Now), problems: map[string]problem{}}
	hosts := a.hosts(list)
	if o.Begin != nil && a.total > 0 {
		o.Begin(Asking{a.total, len(hosts), len(hosts[0])})
	}
	each := o.Each
	if each == nil {
		each = func(n int, f func(int) error) error { return inTurn(n, f) }
	}
	err := each(len(hosts), func(i int) error { return a.host(ctx, hosts[i]) })
	if err := errors.Join(err, a.save()); err != nil {
		return nil, err
	}
	return a.report(list), nil
}

// inTurn is an [artifact.Each] that goes one by one.
func inTurn(n int, f func(i int) error) error {
	for i := range n {
		if err := f(i); err != nil {
			return err
		}
	}
	return nil
}

// asker is one call of External.
type asker struct {
	ExternalOptions
	total int

	mu       sync.Mutex
	done     int
	unsaved  int
	answers  map[string]answer  // by address
	problems map[string]problem // why there is no answer, by address
}

// answer is what a server said of an address.
type answer struct {
	Status int       `json:"status"`
	At     time.Time `json:"at"`
}

// gone is what a server says of what it has no more (404, 410), refused any other refusal.
func (a answer) gone() bool    { return a.Status == 404 || a.Status == 410 }
func (a answer) refused() bool { return a.Status >= 400 }

// problem is why nothing is known of an address.
type problem struct {
	code diag.Code
	text string
}

// plain is an address as it is asked; false for what is not asked at all, as mailto.
func plain(address string) (plain, host string, ok bool) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return "", "", false
	}
	u.Fragment, u.RawFragment = "", ""
	return u.String(), u.Host, true
}

// hosts sorts the addresses that are to be asked by their hosts, the longest list first.
func (a *asker) hosts(list []Reference) [][]string {
	seen := map[string]bool{}
	byHost := map[string][]string{}
	for _, r := range list {
		address, host, ok := plain(r.Address)
		if !ok || seen[address] {
			continue
		}
		seen[address] = true
		if _, known := a.answers[address]; !known {
			byHost[host] = append(byHost[host], address)
			a.total++
		}
	}
	names := slices.SortedFunc(maps.Keys(byHost), func(x, y string) int {
		return cmp.Or(cmp.Compare(len(byHost[y]), len(byHost[x])), cmp.Compare(x, y))
	})
	hosts := make([][]string, len(names))
	for i, name := range names {
		slices.Sort(byHost[name])
		hosts[i] = byHost[name]
	}
	return hosts
}

// host asks for all addresses of one host. The error is that of ctx or of the cache.
func (a *asker) host(ctx context.Context, addresses []string) error {
	silent := 0
	for i, address := range addresses {
		if silent == enough {
			a.giveUp(addresses[i:])
			return nil
		}
		got, err := a.Client.Ask(ctx, address)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			silent = 0
			if err := a.know(address, answer{got.Status, a.Now.UTC().Truncate(time.Second)}); err != nil {
				return err
			}
			continue
		}
		p := problemOf(err)
		if p.code == "link/unanswered" {
			silent++
		}
		a.fail(address, p)
	}
	return nil
}

// problemOf says why there is no answer, without the address, which is said anyway.
func problemOf(err error) problem {
	if e, ok := errors.AsType[*fetch.Error](err); ok {
		err = e.Err
	}
	text := "gives no answer: " + fetch.Redact(err.Error())
	if errors.Is(err, fetch.ErrPrivate) || errors.Is(err, fetch.ErrAddress) {
		return problem{"link/private", "is not asked: " + fetch.Redact(err.Error())}
	}
	return problem{"link/unanswered", text}
}

// fail notes why nothing is known of an address.
func (a *asker) fail(address string, p problem) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.problems[address] = p
	a.tell()
}

// giveUp notes that the rest of a host's addresses is not asked, once for all of them.
func (a *asker) giveUp(rest []string) {
	text := fmt.Sprintf("was not asked: its host did not answer %d times", enough)
	if len(rest) > 1 {
		text = fmt.Sprintf("and %d more were not asked: their host did not answer %d times", len(rest)-1, enough)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.problems[rest[0]] = problem{"link/unanswered", text}
	for range rest {
		a.tell()
	}
}

// know notes what a server said.
func (a *asker) know(address string, said answer) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.answers[address] = said
	a.tell()
	if a.unsaved++; a.unsaved < saveEvery {
		return nil
	}
	return a.write()
}

// tell counts an address. The caller holds the lock.
func (a *asker) tell() {
	a.done++
	if a.Tell != nil {
		a.Tell(a.done, a.total)
	}
}

// save keeps the answers, if there are new ones.
func (a *asker) save() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.unsaved == 0 {
		return nil
	}
	return a.write()
}

// write writes the answers. The caller holds the lock.
func (a *asker) write() error {
	a.unsaved = 0
	if a.Cache == nil {
		return nil
	}
	b, err := json.MarshalIndent(a.answers, "", " ")
	if err != nil {
		return fmt.Errorf("keeping the answers: %w", err)
	}
	if err := a.Cache.Write(answersName, append(b, '\n')); err != nil {
		return fmt.Errorf("keeping the answers: %w", err)
	}
	return nil
}

// readAnswers returns the kept answers that are young enough. A damaged file has none.
func readAnswers(c fetch.Cache, now time.Time) map[string]answer {
	kept := map[string]answer{}
	if c == nil {
		return kept
	}
	b, err := c.Read(answersName)
	if err != nil || json.Unmarshal(b, &kept) != nil || kept == nil {
		return map[string]answer{}
	}
	maps.DeleteFunc(kept, func(_ string, a answer) bool {
		age := now.Sub(a.At)
		return age < 0 || age > answersAge || a.Status < 100 || a.Status > 599
	})
	return kept
}

// report says what is wrong with each address, at its first place.
func (a *asker) report(list []Reference) []diag.Diagnostic {
	var ds []diag.Diagnostic
	for _, r := range list {
		address, _, ok := plain(r.Address)
		if !ok {
			continue
		}
		shown := fetch.Redact(r.Address)
		said, known := a.answers[address]
		switch p, failed := a.problems[address]; {
		case failed:
			ds = append(ds, info(r.Pos, p.code, "%s %s", shown, p.text))
		case known && said.gone():
			ds = append(ds, diag.Warnf(r.Pos, "link/gone", "%s leads nowhere: the server says %s", shown, fetch.StatusText(said.Status)).
				WithHint("look where it went and link to that, or take the link out"))
		case known && said.refused():
			ds = append(ds, info(r.Pos, "link/unanswered", "%s gives no answer: the server says %s", shown, fetch.StatusText(said.Status)))
		}
	}
	return diag.Sort(ds)
}

func info(pos diag.Position, code diag.Code, format string, args ...any) diag.Diagnostic {
	d := diag.Warnf(pos, code, format, args...)
	d.Severity = diag.Info
	return d
}
