package output

import (
	"strconv"

	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/site"
)

// apiUpgrade is the document upgrade/<from>-<to>.json.
type apiUpgrade struct {
	From         note.Release `json:"from"`
	To           note.Release `json:"to"`
	EndOfSupport string       `json:"endOfSupport,omitempty"` // date for From
	Steps        []apiStep    `json:"steps"`
}

// apiStep is the changes of one release. A change is only in the first list that matches.
type apiStep struct {
	Release      note.Release       `json:"release"`
	Date         string             `json:"date,omitempty"`
	EndOfSupport string             `json:"endOfSupport,omitempty"`
	Urgent       []apiUpgradeChange `json:"urgent"`
	Removals     []apiUpgradeChange `json:"removals"`
	Deprecations []apiUpgradeChange `json:"deprecations"`
	Flips        []apiTurn          `json:"flips"`
	GA           []apiTurn          `json:"ga"`
	Gone         []apiTurn          `json:"gone"`
	APIChanges   []apiUpgradeChange `json:"apiChanges"`
	APIs         []apiListedKind    `json:"apis"`
	KnownIssues  string             `json:"knownIssues,omitempty"`
}

type apiUpgradeChange struct {
	apiChange
	Components []site.Component `json:"components"`
	Effect     site.Effect      `json:"effect"`
}

type apiTurn struct {
	Gate       string           `json:"gate"`
	Turn       site.Turn        `json:"turn"`
	Before     *apiSpan         `json:"before,omitempty"`
	After      *apiSpan         `json:"after,omitempty"`
	KEPs       []int            `json:"keps"`
	SIGs       []note.SIG       `json:"sigs"`
	Components []site.Component `json:"components"`
	PRs        []int            `json:"prs"`
	Effect     site.Effect      `json:"effect"`
}

// apiListedKind is the addition, deprecation or removal of an API resource, from upstream data or
// the API list of a note.
type apiListedKind struct {
	Resource    string         `json:"resource"`
	Replacement string         `json:"replacement,omitempty"`
	Kind        note.EntryKind `json:"kind"`
	Note        note.ID        `json:"note,omitempty"`
	Effect      site.Effect    `json:"effect"`
}

func (a apiMaker) upgrade(from, to note.Release) apiUpgrade {
	v := apiUpgrade{From: from, To: to, Steps: []apiStep{}}
	if known := a.s.Data().Releases[from]; known != nil {
		v.EndOfSupport = known.EndOfSupport
	}
	u := a.s.Upgrade(from, to)
	for i := range u.Steps {
		v.Steps = append(v.Steps, a.step(&u.Steps[i]))
	}
	return v
}

func (a apiMaker) step(st *site.UpgradeStep) apiStep {
	v := apiStep{
		Release: st.Release, Urgent: a.upgradeChanges(st.Urgent), Removals: a.upgradeChanges(st.Removals), Deprecations: a.upgradeChanges(st.Deprecations),
		Flips: a.turns(st.Flips), GA: a.turns(st.GA), Gone: a.turns(st.Gone), APIChanges: a.upgradeChanges(st.APIChanges), APIs: []apiListedKind{}, KnownIssues: st.KnownIssues,
	}
	if known := a.s.Data().Releases[st.Release]; known != nil {
		v.Date, v.EndOfSupport = known.Date, known.EndOfSupport
	}
	for _, c := range st.APIs {
		listed := apiListedKind{Resource: c.Resource.Key().ID, Replacement: c.Resource.Fact.Replacement, Kind: c.Kind, Effect: c.Effect()}
		if c.Mention.Note != nil {
			listed.Note = c.Mention.Note.ID
		}
		v.APIs = append(v.APIs, listed)
	}
	return v
}

func (a apiMaker) upgradeChanges(changes []*site.Change) []apiUpgradeChange {
	out := make([]apiUpgradeChange, 0, len(changes))
	for _, c := range changes {
		out = append(out, apiUpgradeChange{a.change(c), list(a.s.ComponentsOf(c)), c.Effect()})
	}
	return out
}

func (a apiMaker) turns(changes []site.GateChange) []apiTurn {
	out := make([]apiTurn, 0, len(changes))
	for _, c := range changes {
		t := apiTurn{
			Gate: c.Gate, Turn: c.Turn, Before: spanOf(c.Before), After: spanOf(c.After), KEPs: numbers(c.KEPs),
			SIGs: list(c.SIGs), Components: list(c.Components), PRs: []int{}, Effect: c.Effect(),
		}
		for _, named := range c.Changes {
			if n, err := strconv.Atoi(named.PR); err == nil {
				t.PRs = append(t.PRs, n)
			}
		}
		out = append(out, t)
	}
	return out
}

func spanOf(sp *site.Span) *apiSpan {
	if sp == nil {
		return nil
	}
	return &spans(site.Line{Spans: []site.Span{*sp}})[0]
}
