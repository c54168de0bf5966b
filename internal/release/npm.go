package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
)

const (
	repository  = "https://github.com/kawaraban/kawaraban"
	description = "Static site generator for notes on Kubernetes releases"
	licence     = "Apache-2.0"
)

// launcher is the program bin/kawaraban.js of the npm package. It runs the program of the platform.
//
//go:embed launcher.js
var launcher []byte

type packageJSON struct {
	Name         string            `json:"name"`
	Version      string            `json:"version"`
	Description  string            `json:"description"`
	License      string            `json:"license"`
	Repository   map[string]string `json:"repository"`
	Bin          map[string]string `json:"bin,omitempty"`
	OS           []string          `json:"os,omitempty"`
	CPU          []string          `json:"cpu,omitempty"`
	Engines      map[string]string `json:"engines,omitempty"`
	Optional     map[string]string `json:"optionalDependencies,omitempty"`
	PreferUnplug bool              `json:"preferUnplugged,omitempty"`
}

func (p platform) packageName() string { return "@kawaraban/" + p.os + "-" + p.cpu }

// packageFile returns the name that npm pack would give to a package.
func (r *release) packageFile(name string) string {
	return strings.ReplaceAll(strings.TrimPrefix(name, "@"), "/", "-") + "-" + r.npmVersion() + ".tgz"
}

func (r *release) npmVersion() string { return strings.TrimPrefix(r.version, "v") }

func (r *release) manifest(name string) packageJSON {
	return packageJSON{
		Name: name, Version: r.npmVersion(), Description: description, License: licence,
		Repository: map[string]string{"type": "git", "url": "git+" + repository + ".git"},
	}
}

// npmPackage writes a package for npm.
func (r *release) npmPackage(m packageJSON, files ...file) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(m); err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(r.sources, "LICENSE"))
	if err != nil {
		return err
	}
	all := append([]file{{"package.json", b.Bytes(), 0o644}, {"LICENSE", text, 0o644}}, files...)
	data, err := tarball("package", all)
	return cmp.Or(err, r.put(r.packageFile(m.Name), data))
}

// platformPackage writes the npm package with the program of a platform.
func (r *release) platformPackage(p platform, program string) error {
	data, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	m := r.manifest(p.packageName())
	m.OS, m.CPU, m.PreferUnplug = []string{p.os}, []string{p.cpu}, true
	return r.npmPackage(m, file{"bin/" + p.program(), data, 0o755})
}

// mainPackage writes the npm package that people install.
func (r *release) mainPackage(chosen []platform) error {
	readme, err := os.ReadFile(filepath.Join(r.sources, "README.md"))
	if err != nil {
		return err
	}
	m := r.manifest("kawaraban")
	m.Bin, m.Engines, m.Optional = map[string]string{"kawaraban": "bin/kawaraban.js"}, map[string]string{"node": ">=18"}, map[string]string{}
	for _, p := range chosen {
		m.Optional[p.packageName()] = r.npmVersion()
	}
	return r.npmPackage(m, file{"bin/kawaraban.js", launcher, 0o755}, file{"README.md", readme, 0o644})
}
