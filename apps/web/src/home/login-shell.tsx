import { renderToString } from 'react-dom/server'

// What the server fills in when it sends the document, in the place of what config.js will say.
Reflect.set(globalThis, '__CONFIG__', { supportPhone: '%SUPPORT_PHONE%' })
const { LoginDocument } = await import('./login-document.tsx')

/** The sign-in page as the build writes it into login.html. */
export const shell = renderToString(<LoginDocument />)
