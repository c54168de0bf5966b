package analyzer

import (
	"strings"
	"testing"
)

// entries are texts of the length of an entry in two languages, about 400 bytes each.
var entries = []string{
	"kubelet の --node-ip フラグが変更され、ガベージコレクションのタイムアウトが v1.27 から短くなった (#115143, KEP-127)。Pod の起動に時間がかかる場合は kubelet.conf を確認する。 Changed the default timeout of the garbage collection in the kubelet; see node.k8s.io/v1 and the HPAScaleToZero feature gate for details [SIG Node].",
	"Удалён флаг --node-ip у kube-proxy: вместо него используйте поле pod.spec.hostUsers (#115143). Изменено поведение подов при перезапуске узла, если включён NodeSwap. The kubelet now restarts pods in order of their priority when the node reboots (kubernetes/kubernetes#115143) [SIG Node and Testing].",
	"修复了 kube-proxy 在 IPv6 环境下无法更新端点的问题，并将 VolumeBindingMode 的默认值变更为 WaitForFirstConsumer。升级前请检查所有 StorageClass 的配置，以及 /healthz 的返回值。 Fixed a bug in kube-proxy where endpoints were not updated on IPv6 nodes (#120432, @someone) [SIG Network].",
}

// BenchmarkRead cuts 20,000 entries, which is what a large site has.
func BenchmarkRead(b *testing.B) {
	b.SetBytes(int64(20000 * len(strings.Join(entries, "")) / len(entries)))
	b.ReportAllocs()
	var r Reader
	for b.Loop() {
		for i := range 20000 {
			r.Read(entries[i%len(entries)])
		}
	}
}
