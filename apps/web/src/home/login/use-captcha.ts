import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'

/** A picture to read, good for one use and two minutes. */
export type Captcha = { captchaId: string; captchaImg: string | null; refresh: () => void }

/** Fetches a captcha while `wanted`, and another on `refresh`. */
export function useCaptcha(wanted: boolean): Captcha {
  const [turn, setTurn] = useState(0)
  const { data } = useQuery({
    queryKey: ['captcha', turn],
    queryFn: ({ signal }) => call('getCaptchaImage', {}, { signal }),
    enabled: wanted,
    // A captcha that has been answered or has run out is never shown again.
    gcTime: 0,
    staleTime: 110_000,
  })
  return {
    captchaId: data?.captchaId ?? '',
    captchaImg: data?.captchaImg ?? null,
    refresh: () => setTurn((before) => before + 1),
  }
}
