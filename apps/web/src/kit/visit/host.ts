import type { FrameEvent } from '@moqi/domain/integrations/embed-rules'

/** Origins whose pages the integration frames this one from. */
let listed: readonly string[] = []

/** Whether a page is around this one. */
export const isFramed = (): boolean => window.parent !== window

/** The page around this one, where the browser tells; else whichever of those listed it is. */
function hosts(): readonly string[] {
  const around = location.ancestorOrigins?.[0]
  return around === undefined ? listed : listed.filter((origin) => origin === around)
}

/** Tells the page around this one what happened; nobody hears it whose origin is not listed. */
export function tellHost(event: FrameEvent, facts: Record<string, unknown> = {}): void {
  if (!isFramed()) return
  for (const origin of hosts()) window.parent.postMessage({ source: 'moqi', event, ...facts }, origin)
}

/** Whether a message comes from the page around this one, and that is listed. */
const isFromHost = ({ source, origin }: MessageEvent) =>
  source === window.parent && isFramed() && listed.includes(origin)

/**
 * Begins to speak with the page around this one: tells it how high the content is, whenever that changes, and hears
 * when it wants the page closed. Answers how to stop.
 */
export function meetHost(origins: readonly string[], onClose: () => void): () => void {
  listed = origins
  const hear = (message: MessageEvent) => {
    const { data } = message
    if (isFromHost(message) && data?.source === 'moqi-host' && data.event === 'close') onClose()
  }
  const root = document.getElementById('root')
  let last = 0
  const measure = new ResizeObserver(() => {
    const height = Math.ceil(root?.scrollHeight ?? 0)
    if (height !== last) tellHost('height', { height })
    last = height
  })
  if (root) measure.observe(root)
  addEventListener('message', hear)
  return () => {
    removeEventListener('message', hear)
    measure.disconnect()
  }
}
