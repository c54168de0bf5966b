package fetch

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
)

// Answer is what a server says of an address.
type Answer struct {
	Status int    // after redirects
	At     string // the address that gave it, without user and password
}

// Ask says whether an address of the public internet leads anywhere: it sends HEAD, and GET
// where HEAD was refused, and reads no body. Statuses of refusal are answers too, but for
// those that say that the server is busy. The error is an [*Error], or that of ctx.
func (c *Client) Ask(ctx context.Context, address string) (Answer, error) {
	u, err := parse(address)
	if err != nil {
		return Answer{}, err
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.User != nil {
		return Answer{}, &Error{Address: Redact(address), Err: ErrAddress}
	}
	u.Fragment, u.RawFragment = "", ""
	c.once.Do(c.open)
	ctx, cancel := context.WithTimeoutCause(ctx, c.timeout(), ErrSlow)
	defer cancel()
	var answer Answer
	err = c.repeat(ctx, func() (err error) {
		answer, err = c.head(ctx, u)
		return err
	})
	if err != nil {
		return Answer{}, named(ctx, u, err)
	}
	return answer, nil
}

// head makes one attempt: many servers answer HEAD with any status but the right one.
func (c *Client) head(ctx context.Context, u *url.URL) (Answer, error) {
	if err := c.admit(ctx, u); err != nil {
		return Answer{}, &Error{Err: err}
	}
	answer, err := c.ask(ctx, http.MethodHead, u)
	if err != nil || answer.Status < http.StatusBadRequest {
		return answer, err
	}
	return c.ask(ctx, http.MethodGet, u)
}

// ask sends one request and forgets the body of its answer.
func (c *Client) ask(ctx context.Context, method string, u *url.URL) (Answer, error) {
	if err := c.turn(ctx, u.Host); err != nil {
		return Answer{}, err
	}
	req, err := c.request(ctx, method, u)
	if err != nil {
		return Answer{}, err
	}
	resp, err := c.links.Do(req)
	if err != nil {
		return Answer{}, unanswered(err)
	}
	_ = resp.Body.Close() // nothing of it was read
	if e := refusal(resp); e.again && (method == http.MethodGet || resp.StatusCode == http.StatusTooManyRequests) {
		return Answer{}, e
	}
	return Answer{Status: resp.StatusCode, At: Redact(resp.Request.URL.String())}, nil
}

// mayLeadLink says whether Ask follows a redirect: to what it would ask by itself, in the
// turn of that host.
func (c *Client) mayLeadLink(next *http.Request, before []*http.Request) error {
	if len(before) > maxRedirects {
		return fmt.Errorf("%w: %d times", ErrLed, len(before))
	}
	if s := next.URL.Scheme; s != "http" && s != "https" || next.URL.User != nil {
		return fmt.Errorf("%w: %s", ErrLed, Redact(next.URL.String()))
	}
	if err := c.admit(next.Context(), next.URL); err != nil {
		return err
	}
	return c.turn(next.Context(), next.URL.Host)
}
