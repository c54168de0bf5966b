package ref

import "strings"

// The addresses upstream. GitHub redirects between issues and pull requests of the same number.
const (
	github = "https://github.com/"
	kube   = github + "kubernetes/kubernetes/"
	groups = github + "kubernetes/community/tree/master/"
)

// pullLabel adds the repository if the bare number would mean an enhancement.
func pullLabel(id string) string {
	if len(id) < firstPull {
		return "k/k#" + id
	}
	return "#" + id
}

func hash(id string) string { return "#" + id }

func pullURL(id string) string { return kube + "pull/" + id }

func issueURL(id string) string { return kube + "issues/" + id }

func kepURL(id string) string { return "https://kep.k8s.io/" + id }

func kepLabel(id string) string { return "KEP-" + id }

func threadURL(id string) string {
	repo, number, ok := strings.Cut(id, "#")
	if !ok {
		return ""
	}
	return github + repo + "/issues/" + number
}

func repoURL(id string) string { return github + id }

func tagURL(id string) string {
	repo, tag, ok := strings.Cut(id, "#")
	if !ok {
		return ""
	}
	return github + repo + "/releases/tag/" + tag
}

func tagLabel(id string) string { return strings.Replace(id, "#", " ", 1) }

func sigURL(id string) string { return groups + "sig-" + id }

func sigLabel(id string) string { return "SIG " + id }

func wgURL(id string) string { return groups + "wg-" + id }

func wgLabel(id string) string { return "wg-" + id }

func gateURL(id string) string {
	return "https://kubernetes.io/docs/reference/command-line-tools-reference/feature-gates/#" + id
}

func releaseURL(id string) string {
	return kube + "blob/master/CHANGELOG/CHANGELOG-" + id + ".md"
}

func releaseLabel(id string) string { return "v" + id }

func personURL(id string) string { return github + id }

func personLabel(id string) string { return "@" + id }
