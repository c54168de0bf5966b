package main

import (
	"strings"
	"text/template"
)

// formulaText is a Homebrew formula for the archives of the release on GitHub.
var formulaText = template.Must(template.New("formula").Parse(`class Kawaraban < Formula
  desc "{{.Description}}"
  homepage "{{.Repository}}"
  version "{{.Version}}"
  license "{{.Licence}}"
{{range .Systems}}
  on_{{.Name}} do
{{- range .Archives}}
    on_{{.CPU}} do
      url "{{$.Repository}}/releases/download/v{{$.Version}}/{{.File}}"
      sha256 "{{.Sum}}"
    end
{{- end}}
  end
{{end}}
  def install
    bin.install "kawaraban"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/kawaraban --version")
  end
end
`))

// containerText is a recipe for a container image. Git is needed for dates and publishing.
const containerText = `# An image with Kawaraban and git: podman build -t kawaraban -f Containerfile .
# Use: podman run --rm -v "$PWD:/site" kawaraban build
FROM docker.io/library/debian:12-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates git \
 && rm -rf /var/lib/apt/lists/*
ARG TARGETARCH=amd64
ADD kawaraban-VERSION-linux-${TARGETARCH}.tar.gz /opt/
RUN ln -s /opt/kawaraban-VERSION-linux-${TARGETARCH}/kawaraban /usr/local/bin/kawaraban
WORKDIR /site
ENTRYPOINT ["kawaraban"]
`

type formulaArchive struct{ CPU, File, Sum string }

type formulaSystem struct {
	Name     string
	Archives []formulaArchive
}

// formula writes kawaraban.rb with the archives that exist.
func (r *release) formula() error {
	systems := []formulaSystem{{Name: "macos"}, {Name: "linux"}}
	for _, p := range platforms {
		sum, ok := r.sums[r.archiveName(p)]
		if !ok || p.goos == "windows" {
			continue
		}
		s := &systems[0]
		if p.goos == "linux" {
			s = &systems[1]
		}
		s.Archives = append(s.Archives, formulaArchive{map[string]string{"amd64": "intel", "arm64": "arm"}[p.goarch], r.archiveName(p), sum})
	}
	var b strings.Builder
	if err := formulaText.Execute(&b, map[string]any{
		"Description": description, "Repository": repository, "Version": r.npmVersion(), "Licence": licence, "Systems": systems,
	}); err != nil {
		return err
	}
	return r.put("kawaraban.rb", []byte(b.String()))
}

func (r *release) containerfile() error {
	return r.put("Containerfile", []byte(strings.ReplaceAll(containerText, "VERSION", r.version)))
}
