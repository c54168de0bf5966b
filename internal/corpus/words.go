package corpus

// language has the clauses of one language. {c} is a component and {f} a field or flag.
type language struct {
	code, title, stop, gate, kep string
	kinds, clauses               []string
}

var languages = []*language{japanese, chinese, russian}

var english = &language{
	code: "en", title: "Kubernetes %s: what changed for SIG %s", stop: ". ",
	gate: "The feature gate %s switches this on", kep: "The background is in %s",
	kinds: []string{"API Change", "Feature", "Bug or Regression", "Other (Cleanup or Flake)"},
	clauses: []string{
		"The default of {f} in {c} has changed",
		"{c} no longer loses {f} when it starts again",
		"On its start {c} checks {f} and warns of mistakes",
		"The deprecated {f} was taken out of {c}",
		"In large clusters {c} needs less memory",
		"A new metric of {c} follows the state of {f}",
		"While a node shuts down, {c} updates {f} once and not twice",
		"On Windows {c} knows {f} as well",
		"The log of {c} says the value of {f}",
		"Without {f}, {c} works as it did before",
	},
}

var japanese = &language{
	code: "ja", title: "Kubernetes %s: SIG %s の変更内容", stop: "。",
	gate: "この動作はフィーチャーゲート %s で切り替えられます", kep: "背景は %s にまとまっています",
	kinds: []string{"API Change", "Feature", "Bug or Regression", "Other (Cleanup or Flake)"},
	clauses: []string{
		"{c} の {f} のデフォルト値が変わりました",
		"{c} が再起動したあとに {f} が失われる問題を直しました",
		"{c} の起動時に {f} を検証し、誤りがあれば警告を出すようになりました",
		"非推奨だった {f} を {c} から削除しました",
		"大規模なクラスタで {c} のメモリ使用量を減らしました",
		"{c} に新しいメトリクスが加わり、{f} の状態を追えるようになりました",
		"ノードのシャットダウン中に {c} が {f} を二度更新することはなくなりました",
		"Windows でも {c} が {f} に対応しました",
		"{c} のログに {f} の値が含まれるようになりました",
		"{f} を指定しない場合、{c} はこれまでどおりに動きます",
	},
}

var chinese = &language{
	code: "zh", title: "Kubernetes %s：SIG %s 的变更", stop: "。",
	gate: "该行为由特性门控 %s 控制", kep: "设计背景见 %s",
	kinds: []string{"API 变更", "特性", "Bug 或回归", "其他（清理或不稳定测试）"},
	clauses: []string{
		"{c} 的 {f} 默认值已经调整",
		"修复了 {c} 重启之后丢失 {f} 的问题",
		"{c} 启动时会校验 {f}，发现错误会给出警告",
		"从 {c} 中移除了已弃用的 {f}",
		"降低了 {c} 在大规模集群中的内存占用",
		"{c} 新增了指标，可以观察 {f} 的状态",
		"节点关闭期间 {c} 不再重复更新 {f}",
		"{c} 现在在 Windows 上也支持 {f}",
		"{c} 的日志现在包含 {f} 的取值",
		"没有设置 {f} 时，{c} 的行为保持不变",
	},
}

var russian = &language{
	code: "ru", title: "Kubernetes %s: изменения SIG %s", stop: ". ",
	gate: "Поведение включается через feature gate %s", kep: "Подробности описаны в %s",
	kinds: []string{"Изменения API", "Новые возможности", "Исправления и регрессии", "Прочее"},
	clauses: []string{
		"У {c} изменилось значение {f} по умолчанию",
		"Исправлена потеря {f} после перезапуска {c}",
		"При запуске {c} проверяет {f} и предупреждает об ошибках",
		"Из {c} удалён устаревший параметр {f}",
		"Снижен расход памяти {c} в больших кластерах",
		"В {c} появилась метрика, показывающая состояние {f}",
		"Во время остановки узла {c} больше не обновляет {f} дважды",
		"В Windows {c} теперь тоже поддерживает {f}",
		"В журнал {c} добавлено значение {f}",
		"Если {f} не задан, {c} работает как раньше",
	},
}

// Real names, so that the generator finds the same references as in real notes.
var (
	sigs = []string{
		"api-machinery", "apps", "architecture", "auth", "autoscaling", "cli", "cloud-provider",
		"cluster-lifecycle", "contributor-experience", "instrumentation", "network", "node", "release",
		"scalability", "scheduling", "security", "storage", "testing", "windows", "docs",
	}
	components = []string{
		"kubelet", "kube-apiserver", "kube-scheduler", "kube-controller-manager", "kube-proxy", "kubectl",
		"kubeadm", "cloud-controller-manager", "client-go", "CSI",
	}
	fields = []string{
		"--node-ip", "--feature-gates", "--v", "spec.containers", "status.conditions", "resources.limits",
		"maxParallelImagePulls", "terminationGracePeriodSeconds", "metadata.ownerReferences", "readinessProbe",
		"topologySpreadConstraints", "seccompProfile", "persistentVolumeClaimRetentionPolicy", "nodeName",
		"imagePullPolicy", "allocateLoadBalancerNodePorts",
	}
	authors = []string{
		"aojea", "danwinship", "liggitt", "mimowo", "pacoxu", "pohly", "SataQiu", "saschagrunert", "SergeyKanzhelev",
		"smarterclayton", "swatisehgal", "thockin", "wojtek-t", "jsafrane", "klueska", "bart0sh", "giuseppe", "harche",
	}
	keps = []int{
		127, 693, 1287, 1710, 1847, 1880, 2053, 2238, 2258, 2413, 2485, 2570, 2595, 2727, 2831, 2926, 3017, 3063,
		3107, 3140, 3141, 3178, 3243, 3325, 3329, 3335, 3352, 3386, 3453, 3458, 3476, 3488, 3521, 3668, 3673, 3695,
		3705, 3715, 3716, 3756, 3838,
	}
	gates = []string{
		"NodeLogQuery", "GRPCContainerProbe", "KubeletTracing", "UserNamespacesSupport", "EventedPLEG",
		"InPlacePodVerticalScaling", "DynamicResourceAllocation", "MemoryQoS", "PodSchedulingReadiness",
		"MinimizeIPTablesRestore", "ProxyTerminatingEndpoints", "SELinuxMountReadWriteOncePod", "StatefulSetAutoDeletePVC",
		"ValidatingAdmissionPolicy", "APISelfSubjectReview", "ReadWriteOncePod",
	}
)
