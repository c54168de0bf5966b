package starter

import (
	"fmt"
	"strings"
)

type pin struct{ commit, version string }

// pins lists the actions of the workflow by repository. Commits are used because tags can be moved.
// Each was compared with the tags of the action's repository or with several other workflows.
var pins = map[string]pin{
	"actions/checkout":              {"3d3c42e5aac5ba805825da76410c181273ba90b1", "v7.0.1"},
	"actions/setup-go":              {"b7ad1dad31e06c5925ef5d2fc7ad053ef454303e", "v7.0.0"},
	"actions/cache":                 {"55cc8345863c7cc4c66a329aec7e433d2d1c52a9", "v6.1.0"},
	"actions/configure-pages":       {"45bfe0192ca1faeb007ade9deae92b16b8254a0d", "v6.0.0"},
	"actions/upload-pages-artifact": {"fc324d3547104276b827a68afc52ff2a11cc49c9", "v5.0.0"},
	"actions/upload-artifact":       {"043fb46d1a93c77aae656e7c1c64a875d1fc6a0a", "v7.0.1"},
	"actions/deploy-pages":          {"368f82528645a54fb793d4d04e342629a3f51346", "v5.0.1"},
}

// govulncheck is the version of the vulnerability check in Kawaraban's own workflow.
const govulncheck = "v1.9.0"

type job struct {
	Own         bool   // for Kawaraban's own repository
	Branch      string // the branch to publish
	Command     string // that runs kawaraban
	Govulncheck string
}

// Uses returns an action, or a part of one as actions/cache/save, with its commit, and the release
// in a comment.
func (job) Uses(action string) (string, error) {
	parts := strings.SplitN(action, "/", 3)
	p, ok := pins[strings.Join(parts[:min(2, len(parts))], "/")]
	if !ok {
		return "", fmt.Errorf("no commit is known of the action %s", action)
	}
	return action + "@" + p.commit + " # " + p.version, nil
}

// Workflow returns the workflow that publishes a branch with GitHub Pages. With own it is that of
// Kawaraban's repository: it builds the program from source and runs the vulnerability check.
func Workflow(branch string, own bool) ([]byte, error) {
	return workflowFile("pages.yaml", branch, own)
}

// UpdateWorkflow returns the workflow that updates the upstream data every night and opens a
// pull request.
func UpdateWorkflow(branch string, own bool) ([]byte, error) {
	return workflowFile("update.yaml", branch, own)
}

func workflowFile(name, branch string, own bool) ([]byte, error) {
	j := job{Own: own, Branch: branchOf(branch), Command: "go tool kawaraban", Govulncheck: govulncheck}
	if own {
		j.Command = "go run ./cmd/kawaraban"
	}
	text, err := fill(name, j)
	if err != nil {
		return nil, fmt.Errorf("making the workflow: %w", err)
	}
	return []byte(text), nil
}

func (o Options) workflow() (File, error) {
	if o.NoWorkflow {
		return File{}, nil
	}
	text, err := Workflow(o.Branch, false)
	return File{WorkflowPath, text}, err
}

// updates is the file of the workflow that updates the data.
func (o Options) updates() (File, error) {
	if o.NoWorkflow {
		return File{}, nil
	}
	text, err := UpdateWorkflow(o.Branch, false)
	return File{UpdatePath, text}, err
}
