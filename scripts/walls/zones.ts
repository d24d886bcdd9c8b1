/**
 * Who may import whom. A file belongs to the first zone whose `files` match its path. It may import its own zone, the
 * zones in `may`, and of other packages those in `outside`; nothing else. A zone whose pattern has a group is divided
 * by it: parts do not import one another. Tests and what lies in `testing/` have rules of their own (`find-arrows.ts`).
 */
export type Zone = {
  name: string
  files: RegExp
  may: readonly string[] | 'all'
  /** Packages that are not ours, `node:*` among them. Absent: any. */
  outside?: readonly string[]
  /** Of parts that do import one another: each with those it may. */
  parts?: Readonly<Record<string, readonly string[]>>
}

/** What a worker, a file system, a network or a clock is needed for lies in the platform: these only compute. */
const computing = ['node:crypto', 'node:path', 'zod']
/** What shows something in a browser. */
const showing = ['react', 'react-dom', 'zustand', 'lucide-react']
const making = ['form', 'intake', 'ofd', 'pdf', 'signing', 'trust', 'verify']
const documents = [...making, 'evidence']
const below = ['platform', 'api', 'domain', ...documents]

/** Kits that stand on others; the rest stand on none. */
const kits = {
  draft: ['party'],
  console: ['space'],
  contract: ['authentication', 'document', 'space'],
  approval: ['contract'],
  members: ['form'],
  filing: ['form'],
  roles: ['form'],
  secret: ['form'],
  grants: ['contract', 'form'],
  placing: ['document', 'draft', 'party'],
  'second-step': ['account', 'form'],
  upload: ['document', 'draft'],
  live: ['approval', 'contract', 'handwriting', 'messages'],
  operations: ['contract', 'space'],
  frame: ['account', 'live', 'members', 'messages', 'space'],
  signing: ['approval', 'companion', 'contract', 'document', 'grants', 'handwriting', 'operations', 'party', 'space'],
}

/** The folders of the judge of OFD, likewise. */
const judgingOfd = {
  bounds: [],
  package: ['bounds'],
  xml: ['bounds'],
  structure: ['bounds', 'package', 'xml'],
  judge: ['bounds', 'package', 'xml', 'structure'],
  '': ['bounds', 'package', 'structure', 'judge'],
}

/** The judge's folders from below, each with those it stands on; what lies beside them stands on all. */
const judging = {
  reasons: [],
  structure: ['reasons'],
  appearance: [],
  trust: ['reasons', 'structure'],
  signature: ['reasons', 'structure', 'trust'],
  eseal: ['reasons', 'structure', 'trust', 'signature'],
  diff: ['reasons', 'structure', 'appearance'],
  readings: ['reasons', 'appearance', 'diff'],
  visual: ['reasons', 'structure', 'signature', 'diff'],
  '': ['reasons', 'structure', 'trust', 'signature', 'eseal', 'diff', 'readings', 'visual'],
}

/** Packages that one folder alone may use, each with the reason's ADR. */
export const entrances: Readonly<Record<string, { folder: string; reason: string }>> = {
  '@libpdf/core': { folder: 'packages/pdf/src/libpdf/', reason: 'ADR 0016' },
}

/** Every zone. A source file outside all of them is an error. */
export const zones: readonly Zone[] = [
  { name: 'domain', files: /^packages\/domain\/src\//, may: [], outside: [] },
  { name: 'api', files: /^packages\/api\/src\//, may: ['domain'], outside: ['zod'] },
  { name: 'pdf', files: /^packages\/pdf\/src\//, may: [] },
  { name: 'trust', files: /^packages\/trust\/src\//, may: [] },
  { name: 'form', files: /^packages\/form\/src\//, may: ['pdf', 'trust'] },
  {
    name: 'verify',
    files: /^packages\/verify\/src\/(?:([a-z-]+)\/)?/,
    parts: judging,
    may: ['form', 'pdf', 'trust'],
  },
  {
    name: 'ofd',
    files: /^packages\/ofd\/src\/(?:([a-z-]+)\/)?/,
    parts: judgingOfd,
    may: ['trust', 'verify'],
    outside: [...computing, 'node:zlib'],
  },
  { name: 'signing', files: /^packages\/signing\/src\//, may: ['domain', 'form', 'pdf', 'trust'] },
  { name: 'intake', files: /^packages\/intake\/src\//, may: ['form', 'pdf', 'signing', 'trust', 'verify'] },
  { name: 'evidence', files: /^packages\/evidence\/src\//, may: making },
  { name: 'attacks', files: /^packages\/attacks\/src\//, may: documents },
  // What integrators run: of the product it knows types, and at work nothing.
  { name: 'sdk', files: /^packages\/sdk\/src\//, may: ['api'], outside: [] },

  // What an assistant runs: the call table through the same door as any integration.
  {
    name: 'mcp',
    files: /^apps\/mcp\/src\//,
    may: ['sdk', 'api'],
    outside: [...computing, 'node:fs', 'node:fs/promises', 'node:util', '@modelcontextprotocol/server'],
  },

  // What runs beside somebody's browser: a token, and pages that ask it on loopback. It knows no call.
  {
    name: 'companion',
    files: /^apps\/companion\/src\//,
    may: ['domain', 'trust'],
    outside: [...computing, 'node:http', 'node:child_process', 'node:util'],
  },

  { name: 'platform', files: /^apps\/server\/src\/platform\//, may: ['api', 'domain', ...documents] },
  {
    name: 'cores',
    files: /^apps\/server\/src\/cores\//,
    may: below,
    outside: [...computing, 'kysely'],
  },
  {
    name: 'http',
    files: /^apps\/server\/src\/http\//,
    may: ['cores', ...below],
  },
  { name: 'commands', files: /^apps\/server\/src\/commands\//, may: ['server entry', 'cores', ...below] },
  { name: 'demo', files: /^apps\/server\/src\/demo\//, may: ['http', 'cores', ...below] },
  // Articles lie beside the code that shows them, as Markdown.
  {
    name: 'help',
    files: /^apps\/server\/src\/help\//,
    may: ['cores', ...below],
    outside: [...computing, 'node:fs', 'kysely', 'marked'],
  },
  {
    name: 'features',
    files: /^apps\/server\/src\/([a-z-]+)\//,
    may: ['cores', ...below],
    outside: [...computing, 'kysely', 'fflate'],
  },
  {
    name: 'server entry',
    files: /^apps\/server\/src\/[^/]+$/,
    may: ['features', 'help', 'demo', 'http', 'cores', ...below],
  },

  { name: 'web ui', files: /^apps\/web\/src\/ui\//, may: ['web router'], outside: [...showing, 'react-day-picker'] },
  {
    name: 'web router',
    files: /^apps\/web\/src\/router\//,
    may: [],
    outside: ['react', 'zustand'],
  },
  {
    name: 'web client',
    files: /^apps\/web\/src\/client\//,
    may: ['web ui', 'web router', 'api', 'domain'],
    outside: ['react', 'zustand', '@tanstack/react-query', 'virtual:call-routes', '@simplewebauthn/browser'],
  },
  {
    name: 'web kit',
    files: /^apps\/web\/src\/kit\/([a-z-]+)\//,
    parts: kits,
    may: ['web ui', 'web client', 'web router', 'api', 'domain'],
    outside: [...showing, '@tanstack/react-query', 'pdfjs-dist', 'perfect-freehand'],
  },
  {
    name: 'web entry',
    files: /^apps\/web\/src\/(?:(?:home|console|operator)\/(?:router\/|[^/]+$)|[^/]+$)/,
    may: webEntry(),
  },
  {
    name: 'web pages',
    files: /^apps\/web\/src\/((?:home|console|operator)\/[a-z-]+)\//,
    may: ['web kit', 'web ui', 'web client', 'web router', 'api', 'domain'],
    outside: [...showing, '@tanstack/react-query', 'pdfjs-dist', 'perfect-freehand', 'virtual:visit-routes'],
  },
  // Another team's page: it knows what the page gives it and the words of the API.
  { name: 'extension', files: /^apps\/vue\/src\//, may: ['api', 'domain'], outside: ['vue'] },
  { name: 'extension build', files: /^apps\/vue\/[^/]+$/, may: 'all' },
  { name: 'web build', files: /^apps\/web\/[^/]+$/, may: 'all' },
  // How the build is told in English: it reads what was built and knows nothing of the sources.
  { name: 'web english', files: /^apps\/web\/english\//, may: [] },
  { name: 'web styles', files: /^apps\/web\/src\/styles\//, may: [] },

  // What runs beside the product may see all of it, and nothing of the product sees it.
  { name: 'tools', files: /^(?:scripts|bench|e2e|examples)\/|^[^/]+$/, may: 'all' },
]

function webEntry(): string[] {
  return ['web pages', 'web kit', 'web ui', 'web client', 'web router', 'web styles', 'api', 'domain']
}
