package build_test

import (
	"maps"
	"strings"
	"testing"
	"testing/fstest"
)

// rulesSite are the notes of the sample, and some in which things are named in ways that few are:
// by one place alone, by what upstream published, by files that are kept by hand.
func rulesSite(t *testing.T) fstest.MapFS {
	site := told(sample(t))
	for name, text := range map[string]string{
		"1.27/uses.ja":     "---\ntitle: uses\nkind: changes\nrelease: \"1.27\"\n---\n\n## Feature\n\n- etcd-io/etcd を使います (#123500, @thockin)\n\n### 話題\n\n段落は KEP-3673 です。\n\n### 別の話\n\n段落も KEP-1287 です。\n",
		"1.27/leads.ja":    "---\ntitle: leads\n---\n\n[前](uses.ja.md#話題)\n",
		"1.27/released.ja": "---\ntitle: released\nkind: changes\nrelease: \"1.27\"\n---\n\n## Feature\n\n- 外 (#123700)\n",
		"1.28/nobody.ja":   "---\ntitle: nobody\nkind: changes\nrelease: \"1.28\"\n---\n\n## Feature\n\n- 誰か (#123600)\n",
		"1.28/pulls.ja":    "---\ntitle: pulls\nkind: changes\nrelease: \"1.28\"\n---\n\n## Feature\n\n- 一 (#116000)\n- 二 (#116000)\n- 三 (#116001)\n- 四 (#116001)\n",
		"log/summer.ja":    "---\ntitle: 夏の記録\n---\n\n## 2023-04-12\n\n- <a id=\"here\"></a>ここです KEP-1287\n",
	} {
		site["content/"+name+".md"] = &fstest.MapFile{Data: []byte(text)}
	}
	for name, text := range map[string]string{
		"releases/1.28.json": `{"release": "1.28", "notes": [
			{"pr": 116000, "text": "As @newcomer said, see #123600.", "author": "newcomer", "kind": "feature", "kinds": ["feature"], "sigs": ["node"], "published": true},
			{"pr": 116001, "text": "Slices.", "author": "octo", "kind": "feature", "kinds": ["feature"], "sigs": ["network"], "keps": ["3673"], "published": true},
			{"pr": 116003, "text": "Goes on with #123601.", "author": "octo", "kind": "feature", "kinds": ["feature"], "sigs": ["node"], "published": true}
		]}`,
		"claims.yaml":    "claims:\n  - release: \"1.28\"\n    sig: node\n    person: claimer\n    date: 2024-01-26\n",
		"elsewhere.yaml": "notes:\n  - release: \"1.27\"\n    sig: network\n    title: Elsewhere\n    lang: ja\n    url: https://example.org/e\n    author: outsider\n    kind: changes\n",
	} {
		site["content/_data/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	return site
}

// reachCase is an edit of a note.
type reachCase struct {
	name, note, old, text string
	sure                  bool // that something is the same
}

// reachCases are edits of which TestReachIsClean makes none by chance, or seldom.
var reachCases = []reachCase{
	{"a repository to which another note leads is cited twice", "1.27/theirs.zh", "变得非常快", "变得非常快 etcd-io/etcd#17", true},
	{"a pull request comes to be named that another names", "1.27/released.ja", "#123700", "#123600", true},
	{"a pull request comes to be named that a release names", "1.27/released.ja", "- 外 (#123700)", "- 外 (#123601)\n- 外側 (#123601)", true},
	{"a pull request comes to be named that no release has", "1.27/theirs.zh", "#123456](https://github.com/kubernetes/kubernetes/pull/123456", "#114000](https://github.com/kubernetes/kubernetes/pull/114000", true},
	{"an entry is on the pull request of another language", "1.26/sig-network.zh", "#114000", "#115331", true},
	{"a pull request of a KEP is named once more", "1.28/nobody.ja", "誰か", "誰か #116001", true},
	{"somebody comes to be named who wrote what a release says", "1.28/nobody.ja", "誰か", "誰か @newcomer", true},
	{"somebody comes to be named who has taken something", "1.28/nobody.ja", "誰か", "誰か @claimer", true},
	{"somebody comes to be named who wrote elsewhere", "1.28/nobody.ja", "誰か", "誰か @outsider", true},
	{"a translation that does not say whose the original is", "1.27/sig-node.en", "Off by default", "Still off by default", true},
	{"a heading goes, and with it the places of what stood before it", "1.27/uses.ja", "### 別の話\n\n", "", true},
	{"a place goes to which another note leads", "1.27/uses.ja", "### 話題", "### 話題二", false},
	{"an anchor in a log goes", "log/summer.ja", "<a id=\"here\"></a>", "", false},
	{"a title comes to be", "1.26/plain", "Only", "# A title\n\nOnly", false},
}

// edited returns the site after the edit.
func (c reachCase) edited(t *testing.T, site fstest.MapFS) fstest.MapFS {
	t.Helper()
	site, at := maps.Clone(site), "content/"+c.note+".md"
	text := strings.Replace(string(site[at].Data), c.old, c.text, 1)
	if text == string(site[at].Data) {
		t.Fatalf("%q does not stand in %s", c.old, at)
	}
	site[at] = &fstest.MapFile{Data: []byte(text)}
	return site
}

// withoutRepositories is the sample where it names no other repository.
func withoutRepositories(t *testing.T) fstest.MapFS {
	site := told(sample(t))
	return reachCase{note: "log/spring.ja", old: ", containerd/containerd#8006"}.edited(t, site)
}

// TestReachRules: where an edit reaches something by one rule of [site.Since.Reach] alone, that is
// made, or nothing is sure.
func TestReachRules(t *testing.T) {
	first := reachCase{"the first repository", "1.27/theirs.zh", "变得非常快", "变得非常快 etcd-io/etcd#17 etcd-io/etcd#18", false}
	hold := func(w *writer, c reachCase) {
		t.Run(c.name, func(t *testing.T) {
			w.t = t
			if _, sure := w.compare(c.edited(t, w.site)); sure != c.sure {
				t.Errorf("whether something is surely the same: %v, want %v", sure, c.sure)
			}
		})
	}
	hold(newWriter(t, withoutRepositories(t)), first)
	w := newWriter(t, rulesSite(t))
	for _, c := range reachCases {
		hold(w, c)
	}
}
