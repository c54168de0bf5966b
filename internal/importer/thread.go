package importer

import "regexp"

// upstreamRepo is the default repository of release notes.
const upstreamRepo = "kubernetes/kubernetes"

// threadURL matches issues and pull requests on GitHub.
var threadURL = regexp.MustCompile(`^https?://(?:www\.)?github\.com/([A-Za-z0-9-]+/[A-Za-z0-9._-]+)/(?:pull|issues)/([0-9]{1,9})(?:[/?#].*)?$`)

// botSuffix marks accounts of GitHub apps. Their URLs do not contain it.
const botSuffix = "[bot]"
