import type { Plugin } from 'vite'

const injector = /@rc-component\/util\/es\/Dom\/dynamicCSS\.js$/
const before = 'const {\n    csp,\n'
const after = `const {\n    csp = { nonce: document.querySelector('meta[name="csp-nonce"]')?.content },\n`

/**
 * antd's parts inject a few styles (scroll bar measuring, scroll lock) without the nonce that ConfigProvider has; the
 * page's policy refuses those. This gives every injected style the page's nonce. A new antd that reads otherwise stops
 * the build.
 */
export function styleNonce(): Plugin {
  return {
    name: 'moqi:style-nonce',
    transform(code, id) {
      if (!injector.test(id)) return null
      if (!code.includes(before)) this.error(`${id} no longer reads as expected`)
      return { code: code.replace(before, after), map: null }
    },
  }
}
