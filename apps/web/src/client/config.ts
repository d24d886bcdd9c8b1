/** What the operator sets for the browser (checklist E14); an empty address means the page's own origin. */
export type WebConfig = {
  apiBaseUrl: string
  consoleUrl: string
  staticUrl: string
  /** Where a companion for USB keys listens on this computer; empty where none is asked. */
  companion: string
  /** What stands under /vue; empty where nothing does. */
  extension: string
  supportPhone: string
  brand: string
}

const fallback: WebConfig = {
  apiBaseUrl: '',
  consoleUrl: '',
  staticUrl: '',
  companion: '',
  extension: '',
  supportPhone: '',
  brand: '墨契',
}

/** Takes the texts of `given` that are texts and the fallback for everything else. */
export function readConfig(given: unknown): WebConfig {
  const config = { ...fallback }
  if (typeof given !== 'object' || given === null) return config
  for (const [key, value] of Object.entries(given))
    if (isKey(key) && typeof value === 'string' && !(key === 'brand' && isOwn(value))) config[key] = value
  return config
}

/** The product's own name, which each language writes its own way. */
const isOwn = (brand: string) => brand === '' || brand === '墨契'

const isKey = (key: string): key is keyof WebConfig => Object.hasOwn(fallback, key)

/** The configuration of this page, read once from `window.__CONFIG__`. */
export const config = readConfig(Reflect.get(globalThis, '__CONFIG__'))

/** When customer service answers (checklist K11). */
export const supportHours = '周一至周五 9:00-18:00'
