package fragment

import "testing"

// A missing picture is replaced by its text, with its anchor.
func TestLostPicture(t *testing.T) {
	for in, want := range map[string]string{
		`<p><img src="content:1.27/no.png" alt="図 &lt;1&gt;" width="2" loading="lazy"> b</p>`: `<p><span class="nopic">図 &lt;1&gt;</span> b</p>`,
		`<img alt="a" id="x" src="content:no.png" title="t">`:                                 `<span class="nopic" id="x" title="t">a</span>`,
		`<img src="content:no.png" alt=""><img src="data:image/png;base64,AA" alt="in">`:      `<span class="nopic"></span><img src="data:image/png;base64,AA" alt="in">`,
		`<img alt="none" src="data:,">`:                                                       `<span class="nopic">none</span>`,
		`<source src="content:no.png">`:                                                       `<source>`,
		`src=&#34;data:,&#34; <b id="y"></b>`:                                                 `src=&#34;data:,&#34; <b id="y"></b>`,
	} {
		if got := (filler{}).readdress(in); got != want {
			t.Errorf("%s\n got %s\nwant %s", in, got, want)
		}
	}
}
