import { handledEvents } from '../../lib/membership/events.ts'
import { allPages, studioPath } from '../../lib/pages.ts'
import { getRouteName, listRouteFiles } from './apiRoutes.ts'
import type { Random } from './random.ts'

/** A random, hostile request. */
export type FuzzedRequest = { method: string; path: string; headers: Record<string, string>; body: Buffer }

/** A marker in requests, to detect pages that echo input without escaping it. */
export const echoMarker = 'fuzz<i>"mark'

/** A preview secret, which `withPreviewSecret` stores in the Content Lake as an editor's Studio does. */
export const previewSecret = 'a-secret-that-an-editor-has-stored'

const methods = 'GET GET GET POST POST HEAD PUT PATCH DELETE OPTIONS QUERY'.split(' ')

/** Paths besides pages and API routes: the Studio, metadata, unknown paths, and paths that servers interpret differently. */
const otherPaths = [
  studioPath,
  `${studioPath}/structure/offer;%2C`,
  ...`/social/home /social/..%2fhome /no-such-page /no/such/page /robots.txt /sitemap.xml /manifest.webmanifest /icon.svg
    /.well-known/security.txt /.env /.next/prerender-manifest.json /_next/static/chunks/none.js /_next /_error /404 /500
    /_next/image?url=%2Ficon-192.png&w=96&q=75 /_next/image?url=http%3A%2F%2F127.0.0.1%2F&w=96&q=75
    /_next/image?url=%2F%2Fevil.example%2Fa.png&w=999999&q=-1 /_next/data/build/index.json /about.rsc
    /about.segments/_tree.segment.rsc /index /_not-found /[slug] /%5Baddress%5D /% /%00 /%E0%A4%A /%ff%fe
    /%C0%AE%C0%AE/%C0%AE%C0%AE/etc/passwd /..%2f..%2fetc%2fpasswd /a%0d%0aSet-Cookie:%20a=b /%2500 //evil.example/..
    /about/ /about// /ABOUT /about;a=b /about%3Fa=b /constructor /__proto__ /toString`.split(/\s+/),
  `/${'a/'.repeat(200)}`,
  `/${'%F0%9F%A6%84'.repeat(100)}`,
]

const secretQuery = `?sanity-preview-secret=${previewSecret}&sanity-preview-pathname=`
const queries = [
  ...['', '', '', '?_rsc=abc', '?_rsc=abc&_rsc=def', '?a[b]=c&a=1', '?%', '?%E0%A4%A', '?__proto__[x]=1'],
  '?sanity-preview-secret=*&sanity-preview-pathname=//evil.example',
  ...['/about', '//evil.example', '%5C%5Cevil.example&sanity-preview-perspective=raw'].map(
    (path) => `${secretQuery}${path}`,
  ),
  '?redirectTo=//evil.example',
  '?session_id=cs_test_x&next=//evil.example',
  '?token_hash=x&type=recovery&next=javascript:alert(1)',
  '?__nextppronly=fallback',
  '?__nextDataReq=1',
  `?q=${encodeURIComponent(echoMarker)}`,
  `?${'a=1&'.repeat(500)}`,
]

/** Valid and invalid values of headers that the site, Next or a proxy may evaluate. */
const headerValues: Record<string, readonly string[]> = {
  accept: ['*/*', 'text/html', 'text/x-component', ';;;', echoMarker],
  'accept-encoding': ['gzip', 'br', 'identity;q=0', 'zstd, , ;q=x', ''],
  authorization: ['Bearer x', `Bearer ${'a'.repeat(3000)}`, 'Basic YTpi', 'Bearer e30.e30.e30', echoMarker],
  'cf-connecting-ip': ['::1', 'nobody'],
  'content-encoding': ['gzip', 'br', 'x'],
  'content-security-policy': ["script-src 'nonce-abcdefgh'", `script-src 'nonce-${echoMarker}'`, ';;;'],
  'content-security-policy-report-only': ["default-src 'nonce-abcdefgh'"],
  'content-type': [
    ...['application/json', 'application/json; charset=utf-16', 'text/plain;charset=UTF-8', ';', echoMarker],
    ...['application/x-www-form-urlencoded', 'multipart/form-data; boundary=b', 'text/x-component'],
  ],
  cookie: [
    ...['__prerender_bypass=x', '__prerender_bypass=', 'sanity-preview-perspective=%%%', '=; ;;; =a; a'],
    '__prerender_bypass=x; __next_preview_data=x.y.z',
    '__prerender_bypass=x; sanity-preview-perspective=raw',
    ...['next-instant-navigation-testing=1', `a=${echoMarker}`, `a=${'b'.repeat(3000)}`],
  ],
  expect: ['100-continue'],
  forwarded: ['for=x;host=evil.example;proto=https'],
  'if-modified-since': ['Thu, 01 Jan 1970 00:00:00 GMT', 'never'],
  'if-none-match': ['*', '"x"', 'W/"x"', echoMarker],
  'next-action': ['x', '0'.repeat(42), echoMarker, '__proto__'],
  'next-resume': ['1'],
  'next-router-prefetch': ['1', '2', 'x'],
  'next-router-segment-prefetch': ['/_tree', '/_full', '/_index', '/../..', echoMarker],
  'next-router-state-tree': ['x', '%5B%22%22%5D', '{"a":', '%5B%22%22%2C%7B%7D%5D', echoMarker],
  'next-url': ['/', '/about', '//evil.example', echoMarker],
  origin: ['null', 'https://evil.example', echoMarker],
  range: ['bytes=0-0', 'bytes=-1', 'bytes=9-1,2-', 'x'],
  rsc: ['1', '0', 'x'],
  'stripe-signature': ['t=1,v1=0', 't=,v1=', echoMarker],
  'sanity-webhook-signature': ['t=1,v1=AAAA', echoMarker],
  'user-agent': ['Googlebot/2.1', 'Slackbot', '', echoMarker, 'x'.repeat(2000)],
  'x-forwarded-for': ['203.0.113.9', '::ffff:1', ', ,', echoMarker, '1'.repeat(2000)],
  'x-forwarded-host': ['evil.example', 'evil.example, other.example', echoMarker],
  'x-forwarded-proto': ['https', 'javascript'],
  'x-http-method-override': ['DELETE'],
  'x-invoke-path': ['/account'],
  'x-invoke-status': ['500'],
  'x-matched-path': ['/_error', '/account', echoMarker],
  'x-middleware-prefetch': ['1'],
  'x-middleware-rewrite': ['https://evil.example/'],
  'x-middleware-subrequest': ['proxy:proxy:proxy:proxy:proxy', 'middleware'],
  'x-next-resume-state-length': ['10', '-1', '99999999999'],
  'x-next-revalidated-tags': ['content:all'],
  'x-nextjs-data': ['1'],
  'x-nonce': [echoMarker],
  'x-prerender-revalidate': ['x', ''],
  'x-request-id': ['abc', echoMarker, 'x'.repeat(1000)],
}
const headerNames = Object.keys(headerValues)

/** Valid and invalid values of the fields in the routes' schemas. */
const fieldValues: Record<string, readonly unknown[]> = {
  session_id: ['cs_test_of_nobody', 'cs_', `cs_${'a'.repeat(251)}`, echoMarker],
  return_path: ['/account', '//evil.example', echoMarker],
  offer_version: ['of-no-offer', '', 'a'.repeat(65)],
  accepts_regular: [true, 'true'],
  email: ['fuzz@example.com', 'a@b', `${'a'.repeat(300)}@x.com`, `${echoMarker}@x.com`, 'a\u0000@x.com'],
  live: [true, 1],
  new_email: ['new@example.com', echoMarker],
  pays: [true, 'true'],
  source: [
    { utm_source: 'newsletter', referrer: 'example.com' },
    { utm_source: echoMarker },
    'x'.repeat(5000),
  ],
  password: ['correct horse battery', '', '\u{1f984}'.repeat(300)],
  id: ['00000000-0000-4000-8000-000000000000', '1'],
  mark: ['00000000-0000-4000-8000-000000000000', echoMarker],
  token_hash: ['0'.repeat(56), 'a'.repeat(257), echoMarker],
  token: ['000000', echoMarker],
  next: ['/account', echoMarker],
  captcha: ['XXXX.DUMMY.TOKEN.XXXX', 'a'.repeat(2049)],
  type: ['magiclink', 'recovery', 'signup', 'email_change', echoMarker],
  _id: ['homePage', 'drafts.homePage', '*', echoMarker],
  _type: ['homePage', 'landingPage', ''],
  path: ['/about', '//', echoMarker],
}

/** Valid and invalid values of the fields of a Stripe event. */
const eventFields: typeof fieldValues = {
  id: ['evt_of_nobody', echoMarker],
  object: ['event'],
  type: [...handledEvents, 'source.failed', echoMarker],
  livemode: [false, true],
  created: [1, 1e12, -1],
  data: [
    { object: { object: 'subscription', customer: 'cus_of_nobody', items: { data: [] } } },
    { object: { object: 'checkout.session', customer: 'cus_of_nobody', metadata: null } },
    { object: { object: 'invoice', id: echoMarker, customer: { id: 'cus_of_nobody' } } },
    { object: { object: 'customer', id: 'cus_of_nobody' } },
    { object: { customer: null } },
  ],
}

const oddValues: readonly unknown[] = [
  ...[
    null,
    0,
    -1,
    1e308,
    '',
    [],
    {},
    [[[[]]]],
    { $ne: null },
    '\ud800',
    '\u202e',
    "' or 1=1 --",
    '__proto__',
  ],
  'x'.repeat(5000),
]

const actionForm = (name: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n\r\n--b--\r\n`
const rawBodies = [
  ...['', '{', 'null', '[]', '"x"', '1e999', '\u{feff}{}', '["$K1","$F1","$@1"]', 'a=b&a=c&%=%'],
  `${'['.repeat(1900)}${']'.repeat(1900)}`,
  ...['$ACTION_ID_x', '1_$ACTION_REF_1'].map(actionForm),
  Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28, 0xed, 0xa0, 0x80]),
  Buffer.alloc(70_000, 'x'),
].map((body) => Buffer.from(body))

/** Creates a body with valid and invalid fields of all routes or, for Stripe's webhook, of a Stripe event. */
function createJsonBody(random: Random, path: string): Buffer {
  const body: Record<string, unknown> = {}
  const isEvent = path === '/api/stripe/webhook'
  for (const [name, values] of Object.entries(isEvent ? eventFields : fieldValues)) {
    if (random.chance(isEvent ? 0.1 : 0.5)) continue
    const odd = random.pick(oddValues)
    body[name] = random.chance(isEvent ? 0.1 : 0.3) ? odd : random.pick(values)
  }
  return Buffer.from(JSON.stringify(body))
}

/** The paths to fuzz: all API routes and pages, and {@link otherPaths}. */
export const fuzzedPaths = [
  ...listRouteFiles().map((file) => `/api/${getRouteName(file)}`),
  ...allPages.map(({ path }) => path),
  ...otherPaths,
]

/**
 * Creates a request with a random method, query and body, and random headers such as clients, vendors or proxies send.
 *
 * @param path - one of {@link fuzzedPaths}
 */
export function createFuzzedRequest(random: Random, path: string): FuzzedRequest {
  const headers: Record<string, string> = {}
  for (let count = random.number(5); count > 0; count -= 1) {
    const name = random.pick(headerNames)
    headers[name] = random.pick(headerValues[name] ?? [])
  }
  const method = random.pick(methods)
  const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(method) || random.chance(0.05)
  if (hasBody && random.chance(0.5)) headers['content-type'] ??= 'application/json'
  return {
    method,
    path: path.includes('?') ? path : `${path}${random.pick(queries)}`,
    headers,
    body: hasBody
      ? random.chance(0.6)
        ? createJsonBody(random, path)
        : random.pick(rawBodies)
      : Buffer.alloc(0),
  }
}
