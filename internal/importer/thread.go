package importer

import "regexp"

// upstreamRepo is where release notes come from unless they say otherwise.
const upstreamRepo = "kubernetes/kubernetes"

// threadURL is the address of an issue or pull request on GitHub.
var threadURL = regexp.MustCompile(`^https?://(?:www\.)?github\.com/([A-Za-z0-9-]+/[A-Za-z0-9._-]+)/(?:pull|issues)/([0-9]{1,9})(?:[/?#].*)?$`)

// botSuffix marks the accounts of GitHub apps; their addresses do not contain it.
const botSuffix = "[bot]"
