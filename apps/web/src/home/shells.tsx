import { renderToString } from 'react-dom/server'
import { Waiting } from '../ui/waiting.tsx'
import waitingStyle from './waiting-shell.css?raw'

// What the server fills in when it sends the document, in the place of what config.js will say.
Reflect.set(globalThis, '__CONFIG__', { supportPhone: '%SUPPORT_PHONE%' })
const { LoginDocument } = await import('./login-document.tsx')

/** The sign-in page as the build writes it into login.html. */
export const login = renderToString(<LoginDocument />)

/** What stands in the other documents until their scripts have come. */
export const waiting = (words: string) => renderToString(<Waiting title={words} />)

/** The rules by which it is drawn before the document's styles have come. */
export const style = waitingStyle
