package token

// Han is the table of variants: each string holds characters that are one another's form
// in Japanese (shinjitai), simplified and traditional Chinese, so that 变更 finds 変更.
var Han = []string{
	"変变變", "発发發", "対对對", "実实實", "関关關", "検检檢", "験验驗", "応应應", "択择擇", "続续續",
	"総总總", "効効效", "処处處", "権权權", "継继繼", "拡扩擴", "縮缩", "問问", "題题", "動动",
}
