package crawl

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// The members of JSON Feed 1.1; others begin with an underscore.
var (
	jsonFeedMembers = []string{
		"version", "title", "home_page_url", "feed_url", "description", "user_comment", "next_url", "icon",
		"favicon", "authors", "language", "expired", "hubs", "items",
	}
	jsonItemMembers = []string{
		"id", "url", "external_url", "title", "content_html", "content_text", "summary", "image", "banner_image",
		"date_published", "date_modified", "authors", "tags", "language", "attachments",
	}
)

// json holds a feed to JSON Feed 1.1.
func (f *feedReader) json(src []byte) {
	var feed map[string]any
	if err := json.Unmarshal(src, &feed); err != nil {
		f.wrong("is no JSON object: %v", err)
		return
	}
	f.members(feed, jsonFeedMembers, "the feed")
	if feed["version"] != "https://jsonfeed.org/version/1.1" {
		f.wrong("is of version %v", feed["version"])
	}
	if feed["feed_url"] != f.address && f.address != "" {
		f.wrong("says that it stands at %q, and stands at %q", feed["feed_url"], f.address)
	}
	f.words(feed, "title", "the feed")
	f.whole(f.words(feed, "home_page_url", "the feed"), "the feed")
	f.language(f.words(feed, "language", "the feed"), "the feed")
	f.jsonAuthors(feed, "the feed", true)
	items, ok := feed["items"].([]any)
	if !ok || len(items) == 0 {
		f.wrong("has no items")
	}
	for i, it := range items {
		item, _ := it.(map[string]any)
		f.jsonItem(item, fmt.Sprintf("item %d", i+1))
	}
}

func (f *feedReader) members(of map[string]any, known []string, what string) {
	for name := range of {
		if !slices.Contains(known, name) && !strings.HasPrefix(name, "_") {
			f.wrong("%s has the unknown member %q", what, name)
		}
	}
}

// words returns a member that has to be a string with something in it.
func (f *feedReader) words(of map[string]any, name, what string) string {
	s, _ := of[name].(string)
	if s == "" {
		f.wrong("%s has no %s", what, name)
	}
	return s
}

func (f *feedReader) jsonItem(item map[string]any, what string) {
	if id, ok := item["id"].(string); ok {
		f.at = max(bytes.Index(f.src, []byte(id)), 0)
	}
	f.members(item, jsonItemMembers, what)
	f.id(f.words(item, "id", what), what)
	f.whole(f.words(item, "url", what), what)
	f.html(f.words(item, "content_html", what), what)
	f.words(item, "title", what)
	f.language(f.words(item, "language", what), what)
	for _, name := range []string{"date_published", "date_modified"} {
		if date, ok := item[name]; ok && !timestamp.MatchString(fmt.Sprint(date)) {
			f.wrong("%s: %s is %v, which is no date of RFC 3339", what, name, date)
		}
	}
	f.jsonAuthors(item, what, false)
	if tags, ok := item["tags"]; ok {
		list, _ := tags.([]any)
		for _, t := range list {
			if s, _ := t.(string); s == "" {
				f.wrong("%s has the tag %v", what, t)
			}
		}
	}
}

// jsonAuthors holds the authors: each has a name, an address or a picture.
func (f *feedReader) jsonAuthors(of map[string]any, what string, wanted bool) {
	list, _ := of["authors"].([]any)
	if wanted && len(list) == 0 {
		f.wrong("%s has no authors", what)
	}
	for _, a := range list {
		author, _ := a.(map[string]any)
		f.words(author, "name", what+", author")
		if address, ok := author["url"].(string); ok {
			f.whole(address, what+", author")
		}
	}
}
