package inspection

import (
	"slices"

	"github.com/kawaraban/kawaraban/internal/affects"
	"github.com/kawaraban/kawaraban/internal/note"
)

// sarif is a log of SARIF 2.1.0, as far as code scanning needs it.
type sarif struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool    sarifTool     `json:"tool"`
	Results []sarifResult `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name  string      `json:"name"`
	Rules []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID string `json:"id"`
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifResult struct {
	RuleID    string          `json:"ruleId"`
	Level     string          `json:"level"`
	Message   sarifText       `json:"message"`
	Locations []sarifLocation `json:"locations"`
}

type sarifLocation struct {
	Physical sarifPhysical `json:"physicalLocation"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   sarifRegion   `json:"region"`
}

type sarifArtifact struct {
	URI string `json:"uri"`
}

type sarifRegion struct {
	StartLine int `json:"startLine"`
}

// levels of the classes in SARIF.
var levels = map[affects.Class]string{affects.Breaks: "error", affects.Changes: "warning", affects.Cleanup: "note", affects.Coming: "note"}

// sarifOf returns the findings as a log of SARIF 2.1.0.
func sarifOf(r affects.Result, lang note.Lang) sarif {
	run := sarifRun{Tool: sarifTool{sarifDriver{Name: "kawaraban", Rules: []sarifRule{}}}, Results: []sarifResult{}}
	for _, f := range r.Findings {
		id := string(f.Class) + "/" + f.Kind
		if rule := (sarifRule{id}); !slices.Contains(run.Tool.Driver.Rules, rule) {
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, rule)
		}
		run.Results = append(run.Results, sarifResult{
			RuleID: id, Level: levels[f.Class], Message: sarifText{textOf(f) + "\n" + details(f, lang)},
			Locations: []sarifLocation{{sarifPhysical{sarifArtifact{f.File}, sarifRegion{f.Line}}}},
		})
	}
	return sarif{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}}
}
