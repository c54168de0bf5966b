package affects_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kawaraban/kawaraban/internal/affects"
	"github.com/kawaraban/kawaraban/internal/note"
)

// TestDefaults checks default configurations of kubeadm, k3s, Talos and kubespray of the target
// release. Nothing may break, and their settings must be read.
func TestDefaults(t *testing.T) {
	for _, to := range []note.Release{"1.29", "1.33", "1.36"} {
		a, err := txtar.ParseFile(filepath.Join("testdata", "defaults", string(to)+".txtar"))
		if err != nil {
			t.Fatal(err)
		}
		var readings []affects.Reading
		settings := 0
		for _, f := range a.Files {
			r := affects.Read(f.Name, string(f.Data), ownFacts(t).Base)
			settings += len(r.Settings)
			readings = append(readings, r)
		}
		if settings < 100 {
			t.Errorf("%s: %d settings", to, settings)
		}
		for _, from := range []note.Release{"1.23", "1.26", "1.28", "1.30", "1.32", "1.35"} {
			if from < to {
				expectNone(t, affects.Match(ownFacts(t), from, to, readings), affects.Breaks)
			}
		}
		result := affects.Match(ownFacts(t), "1.24", to, readings)
		expectNone(t, result, affects.Changes)
		for _, u := range result.Unknown {
			if u.Name != "--advertise-port" { // hidden, so not in the reference
				t.Errorf("%s: unknown %+v", to, u)
			}
		}
	}
}

func expectNone(t *testing.T, r affects.Result, class affects.Class) {
	t.Helper()
	for _, f := range r.Findings {
		if f.Class == class {
			t.Errorf("%s to %s: %+v", r.From, r.To, f)
		}
	}
}

// current are API versions that 1.36 serves, with the first release that has them.
var current = map[string]string{
	"v1":      "Pod Service ConfigMap Secret Namespace Node PersistentVolume PersistentVolumeClaim ServiceAccount ResourceQuota LimitRange Endpoints Event ReplicationController PodTemplate Binding List",
	"apps/v1": "Deployment DaemonSet StatefulSet ReplicaSet ControllerRevision", "batch/v1": "Job CronJob",
	"autoscaling/v1": "HorizontalPodAutoscaler Scale", "autoscaling/v2": "HorizontalPodAutoscaler",
	"policy/v1": "PodDisruptionBudget Eviction", "networking.k8s.io/v1": "Ingress IngressClass NetworkPolicy IPAddress ServiceCIDR",
	"rbac.authorization.k8s.io/v1": "Role ClusterRole RoleBinding ClusterRoleBinding", "storage.k8s.io/v1": "StorageClass VolumeAttachment CSIDriver CSINode CSIStorageCapacity VolumeAttributesClass",
	"scheduling.k8s.io/v1": "PriorityClass", "node.k8s.io/v1": "RuntimeClass", "coordination.k8s.io/v1": "Lease", "discovery.k8s.io/v1": "EndpointSlice", "events.k8s.io/v1": "Event",
	"certificates.k8s.io/v1": "CertificateSigningRequest", "certificates.k8s.io/v1beta1": "ClusterTrustBundle", "admissionregistration.k8s.io/v1": "MutatingWebhookConfiguration ValidatingWebhookConfiguration ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding",
	"admissionregistration.k8s.io/v1beta1": "MutatingAdmissionPolicy MutatingAdmissionPolicyBinding", "apiextensions.k8s.io/v1": "CustomResourceDefinition", "apiregistration.k8s.io/v1": "APIService",
	"authentication.k8s.io/v1": "TokenReview TokenRequest SelfSubjectReview", "authorization.k8s.io/v1": "SubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview LocalSubjectAccessReview",
	"flowcontrol.apiserver.k8s.io/v1": "FlowSchema PriorityLevelConfiguration", "resource.k8s.io/v1": "ResourceClaim ResourceClaimTemplate DeviceClass ResourceSlice", "storage.k8s.io/v1beta1": "VolumeAttributesClass",
	"audit.k8s.io/v1": "Policy", "kubelet.config.k8s.io/v1beta1": "KubeletConfiguration", "kubeproxy.config.k8s.io/v1alpha1": "KubeProxyConfiguration", "kubescheduler.config.k8s.io/v1": "KubeSchedulerConfiguration", "kubeadm.k8s.io/v1beta4": "ClusterConfiguration InitConfiguration JoinConfiguration UpgradeConfiguration ResetConfiguration", "apiserver.config.k8s.io/v1": "AdmissionConfiguration EncryptionConfiguration AuthenticationConfiguration AuthorizationConfiguration",
	"pod-security.admission.config.k8s.io/v1": "PodSecurityConfiguration", "networking.k8s.io/v1beta1": "IPAddress ServiceCIDR", "resource.k8s.io/v1beta1": "ResourceClaim", "resource.k8s.io/v1beta2": "ResourceClaim",
}

// TestCurrentVersions checks that no API version breaks that 1.36 serves. The manifests have all
// fields that older versions of the kind share with them.
func TestCurrentVersions(t *testing.T) {
	made := 0
	for version, kinds := range current {
		for kind := range strings.FieldsSeq(kinds) {
			for _, form := range []string{
				"apiVersion: %s\nkind: %s\nmetadata:\n  name: a\n  ownerReferences:\n  - apiVersion: extensions/v1beta1\n    kind: Deployment\n    name: b\n",
				"{\"apiVersion\":\"%s\",\"kind\":\"%s\",\"spec\":{\"scaleTargetRef\":{\"apiVersion\":\"extensions/v1beta1\",\"kind\":\"Deployment\"}}}",
				"apiVersion: v1\nkind: List\nitems:\n- apiVersion: %s\n  kind: %s\n  metadata: {name: PodSecurityPolicy}\n",
			} {
				made++
				in := affects.Read("a", fmt.Sprintf(form, version, kind), ownFacts(t).Base)
				r := affects.Match(ownFacts(t), "1.23", "1.36", []affects.Reading{in})
				expectNone(t, r, affects.Breaks)
				if len(in.Settings) == 0 {
					t.Errorf("%s %s is not read", version, kind)
				}
			}
		}
	}
	if made < 200 {
		t.Errorf("%d manifests", made)
	}
}

// TestJudged compares findings with the facts in testdata/judged.txt. Correct facts must break,
// with the pull request if it is known. At least 97 % of what breaks must be correct.
func TestJudged(t *testing.T) {
	list, err := os.ReadFile("testdata/judged.txt")
	if err != nil {
		t.Fatal(err)
	}
	breaking, right := 0, 0
	for line := range strings.Lines(string(list)) {
		cells := strings.Split(strings.TrimSpace(line), " | ")
		if len(cells) < 6 {
			continue
		}
		release := note.Release(cells[0])
		s := affects.Setting{Kind: cells[2], Component: strings.Trim(cells[4], "-")}
		s.Name, s.Value, _ = strings.Cut(cells[3], "=")
		got := oneStep(t, s, release)
		breaks := len(got) == 1 && got[0].Class == affects.Breaks && got[0].Event == cells[1] && got[0].Release == release
		isRight := len(cells) == 6 || breaks && string(got[0].Or) == cells[6]
		if !breaks && isRight {
			t.Errorf("%s does not break: %+v", line, got)
		}
		if breaks && got[0].PR > 0 && cells[5] != "guide" && cells[5] != fmt.Sprintf("#%d", got[0].PR) {
			t.Errorf("%s: pull request #%d", line, got[0].PR)
		}
		if breaks {
			breaking++
		}
		if breaks && isRight {
			right++
		}
	}
	t.Logf("%d of %d are right", right, breaking)
	if breaking < 97 || right*100 < breaking*97 {
		t.Errorf("%d of %d findings are right", right, breaking)
	}
}
