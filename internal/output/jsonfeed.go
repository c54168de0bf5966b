package output

import "github.com/kawaraban/kawaraban/internal/page"

// jsonFeedVersion names the specification, JSON Feed 1.1.
const jsonFeedVersion = "https://jsonfeed.org/version/1.1"

type jsonFeedFile struct {
	Version     string           `json:"version"`
	Title       string           `json:"title"`
	HomePageURL string           `json:"home_page_url"`
	FeedURL     string           `json:"feed_url"`
	Description string           `json:"description,omitempty"`
	Authors     []jsonFeedPerson `json:"authors"`
	Language    string           `json:"language"`
	Items       []jsonFeedItem   `json:"items"`
}

type jsonFeedItem struct {
	ID        string           `json:"id"`
	URL       string           `json:"url"`
	Title     string           `json:"title"`
	HTML      string           `json:"content_html"`
	Published string           `json:"date_published"`
	Authors   []jsonFeedPerson `json:"authors,omitempty"`
	Tags      []string         `json:"tags,omitempty"`
	Language  string           `json:"language"`
}

type jsonFeedPerson struct {
	Name string `json:"name"`
	URL  string `json:"url,omitempty"`
}

// jsonFeed prints a feed as JSON Feed 1.1.
func jsonFeed(f *page.Feed) ([]byte, error) {
	out := jsonFeedFile{
		Version: jsonFeedVersion, Title: f.Title.Text, HomePageURL: f.Page, FeedURL: f.Page + page.JSONFeedName,
		Description: f.Subtitle.Text, Authors: []jsonFeedPerson{{f.Site, f.SiteHome}}, Language: f.Lang,
	}
	for _, it := range f.Items {
		made := jsonFeedItem{
			ID: it.ID, URL: it.Href, Title: it.Title.Text, HTML: it.HTML, Published: it.Updated, Tags: it.Tags, Language: it.Lang,
		}
		for _, a := range it.Authors {
			made.Authors = append(made.Authors, jsonFeedPerson{a.Name, a.Href})
		}
		out.Items = append(out.Items, made)
	}
	return encode(nil, f.Page+page.JSONFeedName, out)
}
