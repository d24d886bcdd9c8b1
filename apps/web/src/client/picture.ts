import { queryOptions, useQuery } from '@tanstack/react-query'
import { addressOf, sessionHeaders } from './request.ts'

/** Fetches bytes that need the bearer header; `address` is as the server gave it. Throws on anything but bytes. */
export async function fetchBytes(address: string, signal?: AbortSignal, tenantId?: string | null): Promise<Blob> {
  const response = await fetch(addressOf(address), { headers: sessionHeaders(tenantId), ...(signal && { signal }) })
  if (!response.ok || response.headers.get('content-type')?.includes('application/json'))
    throw new Error(`${response.status} instead of bytes`)
  return response.blob()
}

/** A picture's bytes as an address an <img> can show. */
export function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable picture')))
    reader.readAsDataURL(blob)
  })
}

/** What `usePicture` asks and keeps: a picture that is under way already may be given for it. */
export const pictureQuery = (address: string, underWay?: Promise<Blob>) =>
  queryOptions({
    queryKey: ['picture', address],
    queryFn: async ({ signal }) => dataUrl((await underWay?.catch(() => null)) ?? (await fetchBytes(address, signal))),
    staleTime: Infinity,
  })

/** A data URL an <img> can show for a small picture (a seal) that needs the bearer header; null until it is there. */
export function usePicture(address: string | null): string | null {
  const { data } = useQuery({ ...pictureQuery(address ?? ''), enabled: address !== null })
  return data ?? null
}
