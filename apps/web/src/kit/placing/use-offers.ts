import type { Position } from '@moqi/api/shapes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import type { LaunchDraft } from '../draft/draft.ts'
import { placeAreas } from '../draft/launch-store.ts'
import { draftLimits } from '@moqi/domain/contract/draft-limits'
import { warn } from '../../ui/toast-store.ts'
import { type Offer, offersOf, type Recognized, seekersOf } from './offers.ts'
import { freeFiles } from './own-fields.ts'
import { wayToFile } from './way-to-file.ts'

/** What is recognised in the files, and what of it is offered until it is taken or left. */
export type Offers = {
  /** Undefined while it is being read. */
  recognized: readonly Recognized[] | undefined
  failed: boolean
  /** Null until asked for. */
  offers: readonly Offer[] | null
  /** Reads what is there to offer now; answers it too. */
  ask: () => Promise<readonly Offer[]>
  take: (offers: readonly Offer[]) => void
  leave: (offers: readonly Offer[]) => void
}

const read = async (draft: LaunchDraft, signal: AbortSignal): Promise<Recognized[]> => {
  const signerArray = seekersOf(draft.parties)
  const files = signerArray.length === 0 ? [] : freeFiles(draft.files)
  return Promise.all(
    files.map(async (file) => ({
      file,
      answer: await call('recognizeAreas', { ...wayToFile(file), signerArray }, { signal, quiet: true }),
    })),
  )
}

/** Reads the signature blocks of the files once for these parties, and keeps what is offered of them. */
export function useOffers(draft: LaunchDraft, areas: readonly Position[]): Offers {
  const [offers, setOffers] = useState<readonly Offer[] | null>(null)
  const files = draft.files.map(({ fileId }) => fileId)
  const { data, isError, refetch } = useQuery({
    queryKey: ['sign-blocks', files, seekersOf(draft.parties)],
    queryFn: ({ signal }) => read(draft, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const without = (gone: readonly Offer[]) =>
    setOffers((before) => before && before.filter((offer) => !gone.includes(offer)))
  return {
    recognized: data,
    failed: isError,
    offers,
    ask: async () => {
      const recognized = data ?? (await refetch()).data
      const found = recognized && offersOf(recognized, draft.parties, areas)
      setOffers(found ?? null)
      return found ?? []
    },
    take: (taken) => {
      if (areas.length + taken.length > draftLimits.areas) return warn(`签署位置不能超过${draftLimits.areas}个`)
      placeAreas((all) => [...all, ...taken.map(({ area }) => area)])
      without(taken)
    },
    leave: without,
  }
}
