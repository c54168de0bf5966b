package check

// components are the names of programs of Kubernetes, and of other programs on nodes, as on the
// command line.
var components = [...]string{
	"kube-apiserver", "kube-controller-manager", "kube-scheduler", "kube-proxy", "kubelet",
	"kubectl", "kubeadm", "cloud-controller-manager", "kube-aggregator", "kubemark",
	"apiextensions-apiserver", "metrics-server", "cluster-autoscaler", "kube-state-metrics",
	"node-problem-detector", "external-provisioner", "snapshot-controller", "minikube",
	"containerd", "crictl", "CoreDNS", "konnectivity",
}

// ordinary are English words that are similar to the name of a component. Upstream texts contain
// them, but a site may have none imported.
const ordinary = "container containers contained connectivity"

// apiKinds are API kinds that release notes rarely mention, from the API reference.
var apiKinds = [...]string{
	"APIService", "Binding", "CertificateSigningRequest", "ClusterRole", "ClusterRoleBinding",
	"ClusterTrustBundle", "ComponentStatus", "ConfigMap", "ControllerRevision", "CronJob",
	"CSIDriver", "CSINode", "CSIStorageCapacity", "CustomResourceDefinition", "DaemonSet",
	"Deployment", "DeviceClass", "EndpointSlice", "Endpoints", "Event", "Eviction",
	"FlowSchema", "HorizontalPodAutoscaler", "Ingress", "IngressClass", "IPAddress", "Job",
	"Lease", "LimitRange", "LocalSubjectAccessReview", "MutatingAdmissionPolicy",
	"MutatingWebhookConfiguration", "Namespace", "NetworkPolicy", "Node",
	"PersistentVolume", "PersistentVolumeClaim", "Pod", "PodDisruptionBudget",
	"PodTemplate", "PriorityClass", "PriorityLevelConfiguration", "ReplicaSet",
	"ReplicationController", "ResourceClaim", "ResourceClaimTemplate", "ResourceQuota",
	"ResourceSlice", "Role", "RoleBinding", "RuntimeClass", "Secret",
	"SelfSubjectAccessReview", "SelfSubjectReview", "SelfSubjectRulesReview", "Service",
	"ServiceAccount", "ServiceCIDR", "StatefulSet", "StorageClass", "StorageVersion",
	"SubjectAccessReview", "TokenRequest", "TokenReview", "ValidatingAdmissionPolicy",
	"ValidatingAdmissionPolicyBinding", "ValidatingWebhookConfiguration",
	"VerticalPodAutoscaler", "VolumeAttachment", "VolumeAttributesClass", "VolumeSnapshot",
	"VolumeSnapshotClass", "VolumeSnapshotContent",
}

// commonFlags are flags of Kubernetes programs that release notes rarely mention.
var commonFlags = [...]string{
	"all-namespaces", "allow-privileged", "anonymous-auth", "as", "as-group",
	"authorization-mode", "cloud-provider", "cluster-dns", "cluster-domain", "config",
	"container", "container-runtime-endpoint", "context", "dry-run", "enable-admission-plugins",
	"etcd-servers", "eviction-hard", "eviction-soft", "feature-gates", "field-selector",
	"follow", "force", "from-file", "from-literal", "grace-period", "hostname-override",
	"kubeconfig", "label-columns", "leader-elect", "max-pods", "namespace", "no-headers",
	"node-ip", "output", "overwrite", "pod-infra-container-image", "port", "previous",
	"profiling", "prune", "raw", "read-only-port", "replicas", "resolv-conf", "root-dir",
	"runtime-config", "secure-port", "selector", "server", "server-side",
	"service-cluster-ip-range", "show-labels", "show-managed-fields", "sort-by",
	"subresource", "tail", "template", "token", "tls-cert-file", "validate", "verbosity",
	"version", "wait", "watch",
}
