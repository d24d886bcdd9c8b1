import { hash, randomUUID } from 'node:crypto'
import { gatewayAnswer } from '../gateway-answer.ts'
import { aliyunAuthorization, canonicalQuery } from './aliyun-signature.ts'

/** How an interface of Alibaba Cloud is reached. */
export type AliyunInterface = { key: { id: string; secret: string }; url: URL; version: string }

/** What an action is asked with; what is anybody's goes in the form, which no log of addresses keeps. */
export type AliyunQuestion = { query?: Record<string, string>; form?: Record<string, string> }

/** Asks an action, signed (ACS3-HMAC-SHA256), and answers its JSON. Throws a passing `GatewayFault` without one. */
export const aliyunAsker =
  ({ key, url, version }: AliyunInterface, now: () => number) =>
  async (action: string, { query = {}, form = {} }: AliyunQuestion): Promise<{ status: number; json: unknown }> => {
    const body = canonicalQuery(form)
    const headers = {
      ...(body !== '' && { 'content-type': 'application/x-www-form-urlencoded' }),
      'x-acs-action': action,
      'x-acs-version': version,
      'x-acs-date': new Date(now()).toISOString().replace(/\.\d+Z$/, 'Z'),
      'x-acs-signature-nonce': randomUUID(),
      'x-acs-content-sha256': hash('sha256', body),
    }
    const authorization = aliyunAuthorization(key, { host: url.host, query, headers, body })
    return gatewayAnswer(`${url.origin}/?${canonicalQuery(query)}`, { headers: { ...headers, authorization }, body })
  }
