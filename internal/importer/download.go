package importer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/kawaraban/kawaraban/internal/fetch"
	"github.com/kawaraban/kawaraban/internal/note"
	"github.com/kawaraban/kawaraban/internal/upstream"
)

// Servers are the base URLs for downloads.
type Servers struct {
	Raw     string // <Raw>/kubernetes/website/main/<path>
	Archive string // <Archive>/kubernetes/enhancements/tar.gz/master
	Website string // <Website>/docs/reference/<path>
}

// Official are the servers of GitHub and of the Kubernetes website.
var Official = Servers{Raw: "https://raw.githubusercontent.com", Archive: "https://codeload.github.com", Website: "https://kubernetes.io"}

// Downloader downloads what an update reads.
type Downloader struct {
	Servers  Servers
	Files    Getter // for single files
	Archives Getter // for archives; reduces them with [Pick]
	Failed   []Failure
}

// Failure is a failed download of a source.
type Failure struct {
	Source string // feature gates
	Err    error
}

// branch maps repositories to their branches.
var branch = map[string]string{"website": "main", "enhancements": "master", "community": "master", "sig-release": "master", "kubernetes": "master"}

var websiteFiles = []string{scheduleSource, eolSource, guideSource}

// configFiles are the downloaded pages of configuration types: with kubeadm's newest only. A
// checkout has all pages.
var configFiles = []string{"kubelet-config.v1beta1.md", "kube-proxy-config.v1alpha1.md", "kube-scheduler-config.v1.md", "kubeadm-config.v1beta3.md", "kubeadm-config.v1beta4.md"}

// Download downloads what an update reads. Failed sources are added to Failed. The error is that of
// ctx.
func (d *Downloader) Download(ctx context.Context, scope Scope) ([]Checkout, error) {
	website := d.website(ctx)
	out := append(website, d.archive(ctx, "KEPs", "enhancements")...)
	out = append(out, d.archive(ctx, "feature gates", "website")...)
	out = append(out, d.files(ctx, "SIGs", "community", "", []string{sigSource}, nil)...)
	out = append(out, d.feed(ctx)...)
	supported, known := SupportedReleases(website)
	for _, id := range d.candidates(supported, known, scope) {
		got := d.release(ctx, id)
		out = append(out, got...)
		if len(got) > 0 {
			out = append(out, d.kubernetes(ctx, id)...)
		}
	}
	return out, ctx.Err()
}

func (d *Downloader) website(ctx context.Context) []Checkout {
	var flags, optional []string
	for _, name := range flagComponents {
		flags = append(flags, flagPages+"/"+name+".md")
	}
	for _, name := range configFiles {
		optional = append(optional, configPages+"/"+name)
	}
	out := d.files(ctx, "support dates and API deprecation guide", "website", "", websiteFiles, []string{"hugo.toml"})
	if len(out) == 0 {
		return nil
	}
	// the references describe the release named by the website's schedule
	refs := d.files(ctx, "references", "website", "", append(flags, scheduleSource), append(optional, "hugo.toml"))
	return append(out, refs...)
}

// feed downloads the official CVE feed.
func (d *Downloader) feed(ctx context.Context) []Checkout {
	base := strings.TrimSuffix(d.Servers.Website, "/") + "/" + cvePath
	body, _, err := d.Files.Get(ctx, base+"/"+cveSource)
	if err == nil {
		var fsys fs.FS
		if fsys, err = memory(map[string][]byte{cveSource: body}); err == nil {
			return []Checkout{{Repository: "kubernetes/website", FS: fsys, Address: fetch.Redact(base)}}
		}
	}
	d.fail("CVE feed", err)
	return nil
}

func (d *Downloader) release(ctx context.Context, id note.Release) []Checkout {
	got, err := FetchRelease(ctx, d.Files, d.raw("sig-release", ""), id)
	if errors.Is(err, ErrNotThere) {
		return nil
	}
	if err != nil {
		d.fail("release notes of "+string(id), err)
		return nil
	}
	return d.checkout("release notes of "+string(id), "sig-release", "", got.files)
}

// kubernetes downloads the lists and the changelog of one release branch.
func (d *Downloader) kubernetes(ctx context.Context, id note.Release) (out []Checkout) {
	ref := "release-" + string(id)
	optional := []string{kubeadmGates}
	for _, name := range gateLists {
		optional = append(optional, gateFolders[0]+"/"+name)
	}
	got := d.files(ctx, "lists of "+string(id), "kubernetes", ref, nil, append(optional, discoverySource, coreSource))
	if len(got) > 0 && !got[0].has(gateFolders[0]) {
		got = append(got, d.files(ctx, "lists of "+string(id), "kubernetes", ref, nil, []string{gateFolders[1] + "/" + gateLists[0], kubeadmGates})...)
	}
	for i := range got {
		got[i].Release = id
	}
	return append(got, d.files(ctx, "changelog of "+string(id), "kubernetes", "", nil, []string{changelogPath(id)})...)
}

// newestTries is the number of releases to try after the newest known one.
const newestTries = 2

// candidates lists the releases to download. The website may be some months behind, so the next
// releases are tried, too.
func (d *Downloader) candidates(supported, known []note.Release, scope Scope) []note.Release {
	there := append(slices.Clone(known), scope.Have...)
	newest := upstream.Newest(there)
	if newest == "" {
		return nil
	}
	var number int
	if _, err := fmt.Sscanf(string(newest), "1.%d", &number); err != nil {
		return nil
	}
	for n := number + 1; n <= number+newestTries; n++ {
		there = append(there, note.Release(fmt.Sprintf("1.%d", n)))
	}
	return ChooseReleases(there, supported, scope)
}

// files downloads single files of a branch. All of needed must exist. Without any file there is no
// source.
func (d *Downloader) files(ctx context.Context, source, repository, ref string, needed, optional []string) []Checkout {
	files := map[string][]byte{}
	for i, name := range slices.Concat(needed, optional) {
		body, _, err := d.Files.Get(ctx, d.raw(repository, ref)+"/"+name)
		switch {
		case errors.Is(err, fetch.ErrGone) && i >= len(needed):
		case err != nil:
			d.fail(source, err)
			return nil
		default:
			files[name] = body
		}
	}
	if len(files) == 0 {
		return nil
	}
	return d.checkout(source, repository, ref, files)
}

func (d *Downloader) archive(ctx context.Context, source, repository string) []Checkout {
	address := fmt.Sprintf("%s/kubernetes/%s/tar.gz/%s", strings.TrimSuffix(d.Servers.Archive, "/"), repository, branch[repository])
	body, _, err := d.Archives.Get(ctx, address)
	if err == nil {
		z, failed := openPack(body)
		if err = failed; err == nil {
			commit, day, _ := strings.Cut(z.Comment, " ")
			return []Checkout{{Repository: "kubernetes/" + repository, FS: z, Commit: short(commit), Date: day, Address: fetch.Redact(address)}}
		}
	}
	d.fail(source, err)
	return nil
}

func (d *Downloader) checkout(source, repository, ref string, files map[string][]byte) []Checkout {
	fsys, err := memory(files)
	if err != nil {
		d.fail(source, err)
		return nil
	}
	return []Checkout{{Repository: "kubernetes/" + repository, FS: fsys, Address: fetch.Redact(d.raw(repository, ref))}}
}

// raw returns the base URL of a branch's files.
func (d *Downloader) raw(repository, ref string) string {
	if ref == "" {
		ref = branch[repository]
	}
	return fmt.Sprintf("%s/kubernetes/%s/%s", strings.TrimSuffix(d.Servers.Raw, "/"), repository, ref)
}

func (d *Downloader) fail(source string, err error) {
	d.Failed = append(d.Failed, Failure{source, err})
}

// short returns a short commit hash; "" for anything else.
func short(commit string) string {
	if len(commit) != 40 || strings.Trim(commit, "0123456789abcdef") != "" {
		return ""
	}
	return commit[:7]
}
