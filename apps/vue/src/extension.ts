/** What the page gives an extension (docs/extensions.md). */
export type ExtensionHost = {
  client: {
    /** Asks a call of the API by its path for the person and the space of the page; rejects with what to tell. */
    post: (path: string, input: Record<string, unknown>) => Promise<unknown>
  }
  /** The space acted in. */
  space: { tenantId: string; name: string; type: 'person' | 'company' }
  /** The part of the address behind /vue, and how to change it or go to another page of the product. */
  path: string
  navigate: (to: string) => void
  /** Tells the page that the extension cannot go on. */
  fail: (error: unknown) => void
}

/** What an extension's last script leaves in `globalThis.moqiExtension`. */
export type Extension = {
  mount: (container: HTMLElement, host: ExtensionHost) => void
  unmount: (container: HTMLElement) => void
}
