/** The nonce this page's policy wants on every style element. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

/**
 * Gives the nonce to every style element made by script. Ant Design takes one for its own styles but not for those of
 * its scroll locker, which the policy would refuse.
 */
export function nonceEveryStyle(): void {
  const create = document.createElement.bind(document)
  document.createElement = ((name: string, options?: ElementCreationOptions) => {
    const element = create(name, options)
    if (element instanceof HTMLStyleElement) element.nonce = styleNonce
    return element
  }) as typeof document.createElement
}
