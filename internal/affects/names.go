package affects

import (
	"slices"
	"strings"
)

// Names are the names that the reader knows apart from upstream's data. The browser gets them with the
// base.
type Names struct {
	Programs   map[string]string `json:"programs"`
	Tools      map[string]bool   `json:"tools"`
	Launchers  map[string]bool   `json:"launchers"`
	Components [][2]string       `json:"components"`
	Sections   map[string]string `json:"sections"`
	Kinds      map[string]string `json:"kinds"`
	Groups     []string          `json:"groups"`
}

// OwnNames returns the names of this package.
func OwnNames() Names {
	return Names{programs, tools, launchers, components, sections, configKinds, groups}
}

// programs maps the names of executables to components. Flags of other programs are not checked.
var programs = map[string]string{
	"kube-apiserver": "kube-apiserver", "kube-controller-manager": "kube-controller-manager",
	"cloud-controller-manager": "cloud-controller-manager", "kube-scheduler": "kube-scheduler",
	"kube-proxy": "kube-proxy", "kubelet": "kubelet", "kubeadm": "kubeadm", "kubectl": "kubectl",
}

// components lists the components by their names in keys without separators. Longer names come
// first.
var components = [][2]string{
	{"cloudcontrollermanager", "cloud-controller-manager"},
	{"controllermanager", "kube-controller-manager"}, {"kubecontroller", "kube-controller-manager"}, {"kubeadmcontroller", "kube-controller-manager"},
	{"apiserver", "kube-apiserver"}, {"kubeapi", "kube-apiserver"},
	{"scheduler", "kube-scheduler"},
	{"kubeproxy", "kube-proxy"}, {"networkproxy", "kube-proxy"},
	{"kubelet", "kubelet"},
	{"etcd", "etcd"},
}

// sections maps whole keys to components, where they have short names.
var sections = map[string]string{
	"apiserver": "kube-apiserver", "kubeapiserver": "kube-apiserver", "kubeapi": "kube-apiserver", "api": "kube-apiserver",
	"controllermanager": "kube-controller-manager", "kubecontrollermanager": "kube-controller-manager", "kubecontroller": "kube-controller-manager",
	"scheduler": "kube-scheduler", "kubescheduler": "kube-scheduler",
	"kubelet": "kubelet", "masterkubelet": "kubelet", "controlplanekubelet": "kubelet",
	"proxy": "kube-proxy", "kubeproxy": "kube-proxy",
	"etcd": "etcd", "cloudcontrollermanager": "cloud-controller-manager", "externalcloudcontrollermanager": "cloud-controller-manager",
}

// configKinds maps kinds of component configuration to their component.
var configKinds = map[string]string{
	"KubeletConfiguration": "kubelet", "KubeProxyConfiguration": "kube-proxy", "KubeSchedulerConfiguration": "kube-scheduler",
	"KubeControllerManagerConfiguration": "kube-controller-manager",
	"ClusterConfiguration":               "kubeadm", "InitConfiguration": "kubeadm", "JoinConfiguration": "kubeadm",
	"ResetConfiguration": "kubeadm", "UpgradeConfiguration": "kubeadm",
	"AdmissionConfiguration": "kube-apiserver", "EncryptionConfiguration": "kube-apiserver",
	"AuthenticationConfiguration": "kube-apiserver", "AuthorizationConfiguration": "kube-apiserver",
}

// groups are the API groups of Kubernetes itself.
var groups = []string{
	"", "apps", "autoscaling", "batch", "extensions", "policy",
	"admissionregistration.k8s.io", "apiextensions.k8s.io", "apiregistration.k8s.io", "auditregistration.k8s.io",
	"authentication.k8s.io", "authorization.k8s.io", "certificates.k8s.io", "coordination.k8s.io", "discovery.k8s.io",
	"events.k8s.io", "flowcontrol.apiserver.k8s.io", "imagepolicy.k8s.io", "internal.apiserver.k8s.io", "networking.k8s.io",
	"node.k8s.io", "rbac.authorization.k8s.io", "resource.k8s.io", "scheduling.k8s.io", "settings.k8s.io", "storage.k8s.io",
	"storagemigration.k8s.io", "apiserver.config.k8s.io", "apiserver.k8s.io", "audit.k8s.io", "client.authentication.k8s.io",
	"credentialprovider.kubelet.k8s.io", "kubeadm.k8s.io", "kubecontrollermanager.config.k8s.io", "kubelet.config.k8s.io",
	"kubeproxy.config.k8s.io", "kubescheduler.config.k8s.io", "pod-security.admission.config.k8s.io",
}

// pluginFlags are the flags whose values are admission plugins.
var pluginFlags = []string{"--enable-admission-plugins", "--disable-admission-plugins", "--admission-control"}

// plainKey is a key in lower case without separators: kube-apiserver-arg and kubeApiserverArg are
// equal.
func plainKey(key string) string {
	return lower(strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == '.' {
			return -1
		}
		return r
	}, key))
}

// componentIn returns the component that a key or the name of a variable or file contains; empty
// without one.
func componentIn(key string) string {
	key = plainKey(key)
	for _, c := range components {
		if strings.Contains(key, c[0]) {
			return c[1]
		}
	}
	return ""
}

// GroupOf returns the API group of an apiVersion; empty for v1.
func GroupOf(apiVersion string) string {
	group, _, ok := strings.Cut(apiVersion, "/")
	if !ok {
		return ""
	}
	return group
}

func isOwnGroup(group string) bool { return slices.Contains(groups, group) }

// flagName returns the usual spelling of a flag: with two hyphens, and without underscores.
func flagName(name string) string {
	return "--" + strings.ReplaceAll(strings.TrimLeft(name, "-"), "_", "-")
}

// flagOfField returns the flag for a field of kOps: containerRuntime is --container-runtime.
func flagOfField(field string) string {
	var b strings.Builder
	for i := 0; i < len(field); i++ {
		c := field[i]
		if isUpper(c) && i > 0 && (!isUpper(field[i-1]) || i+1 < len(field) && isLower(field[i+1])) {
			b.WriteByte('-')
		}
		b.WriteByte(c)
	}
	return "--" + lower(b.String())
}

// lower changes ASCII letters only, as the browser does.
func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if isUpper(c) {
			b[i] += 'a' - 'A'
		}
	}
	return string(b)
}

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }
func isLower(c byte) bool { return c >= 'a' && c <= 'z' }
func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// isGateName reports whether a word has the form of a feature gate.
func isGateName(s string) bool {
	if s == "" || len(s) > 100 || !isUpper(s[0]) {
		return false
	}
	for i := 0; i < len(s); i++ {
		if !isUpper(s[i]) && !isLower(s[i]) && !isDigit(s[i]) {
			return false
		}
	}
	return true
}

// isFlagName reports whether a word is the name of a flag with its hyphens.
func isFlagName(s string) bool {
	if len(s) < 3 || len(s) > 100 || s[:2] != "--" || s[2] == '-' {
		return false
	}
	for i := 2; i < len(s); i++ {
		if c := s[i]; !isUpper(c) && !isLower(c) && !isDigit(c) && c != '-' && c != '_' && c != '.' {
			return false
		}
	}
	return true
}

// blanks are the white space of the reader. Others differ between languages.
const blanks = " \t\n"

func trim(s string) string { return strings.Trim(s, blanks) }

// fields returns the words between blanks.
func fields(s string) []string {
	return strings.FieldsFunc(s, func(c rune) bool { return strings.ContainsRune(blanks, c) })
}
