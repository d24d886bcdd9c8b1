import { gatewayAnswer } from '../gateway-answer.ts'
import { tencentAuthorization, tencentContentType } from './tencent-signature.ts'

/** How an interface of Tencent Cloud is reached; one that is everywhere the same has no region. */
export type TencentInterface = {
  key: { id: string; secret: string }
  url: URL
  service: string
  version: string
  region?: string
}

/** Asks an action, signed (TC3-HMAC-SHA256), and answers its JSON. Throws a passing `GatewayFault` without one. */
export const tencentAsker =
  ({ key, url, service, version, region }: TencentInterface, now: () => number) =>
  async (action: string, parameters: object): Promise<{ status: number; json: unknown }> => {
    const body = JSON.stringify(parameters)
    const at = Math.floor(now() / 1000)
    const headers = {
      'content-type': tencentContentType,
      'x-tc-action': action,
      'x-tc-version': version,
      ...(region !== undefined && { 'x-tc-region': region }),
      'x-tc-timestamp': String(at),
      authorization: tencentAuthorization(key, { host: url.host, service, action, body, at }),
    }
    return gatewayAnswer(`${url.origin}/`, { headers, body })
  }
