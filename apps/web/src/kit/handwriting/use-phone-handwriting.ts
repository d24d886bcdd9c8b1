import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { useQuery } from '@tanstack/react-query'
import { handwritingLifecycle, type HandwritingState } from '@moqi/domain/seals/handwriting-lifecycle'
import { useEffect, useEffectEvent } from 'react'
import { call } from '../../client/call.ts'
import { queryClient } from '../../client/query-client.ts'
import { handwritingKeys } from './handwriting-keys.ts'
import type { Ink } from './ink.ts'

/** ms between one answer of the server, which waits itself, and the next question. */
const pause = { after: 300, fault: 2000 }

/** What a phone has written, and by which name the server has it. */
export type PhoneInk = Ink & { handwriteSealId: string }

type Answer = Output<Table['keepAskingHandwrite']>

function ask(handwriteSealId: string, signal: AbortSignal): Promise<Answer> {
  const known = queryClient.getQueryData<Answer>(handwritingKeys.state(handwriteSealId))?.handwriteState
  return call(
    'keepAskingHandwrite',
    { handwriteSealId, ...(known && { handwriteState: known }) },
    { signal, quiet: true },
  )
}

/**
 * Asks a phone for a signature: its code, and how far the phone has come. The stream of news says so at once (see
 * hear-event.ts), asking goes on beside it. `onWritten` hears of each signature once.
 */
export function usePhoneHandwriting(onWritten: (ink: PhoneInk) => void) {
  const link = useQuery({
    queryKey: handwritingKeys.link,
    queryFn: ({ signal }) => call('handwriteLink', {}, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    // A new code ends the one before it, which a phone may be writing by: only who presses gets one.
    enabled: ({ state }) => state.data === undefined,
  })
  const id = link.data?.handwriteSealId ?? ''
  const { data } = useQuery({
    queryKey: handwritingKeys.state(id),
    queryFn: ({ signal }) => ask(id, signal),
    enabled: id !== '',
    retry: false,
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data && handwritingLifecycle.isEnd(state.data.handwriteState)
        ? false
        : state.error
          ? pause.fault
          : pause.after,
    // A desk that is not looked at, because its person writes on the phone, still waits.
    refetchIntervalInBackground: true,
  })
  const state: HandwritingState = data?.handwriteState ?? handwritingLifecycle.initial
  const png = data?.handwriteBase64
  const written = useEffectEvent(onWritten)
  useEffect(() => {
    if (!png) return undefined
    let here = true
    ratioOf(png).then(
      (ratio) => here && written({ png, ratio, handwriteSealId: id }),
      () => undefined,
    )
    return () => {
      here = false
    }
  }, [png, id])
  return { link: link.data, error: link.error, state, busy: link.isFetching, refresh: () => void link.refetch() }
}

async function ratioOf(png: string): Promise<number> {
  const image = new Image()
  image.src = png
  await image.decode()
  return image.naturalWidth / image.naturalHeight
}
