import { useEffect, useRef, useState } from 'react'
import { CallRefusal } from '../../client/call-error.ts'
import { isPaired, pair, readCertificates, showPairingCode, type TokenCertificate } from '../../client/companion.ts'
import { localNetwork, type LocalNetwork } from './local-network.ts'

/** How far one has come with the companion. */
export type CompanionState =
  | { at: 'before'; network: LocalNetwork }
  | { at: 'connecting' }
  | { at: 'missing'; network: LocalNetwork }
  | { at: 'pairing'; fault: string; busy: boolean }
  | { at: 'empty'; text: string }
  | { at: 'ready'; certificates: TokenCertificate[] }

const usedKey = 'usedCompanion'
const wordsOf = (fault: unknown) => (fault instanceof CallRefusal ? fault.message : '密钥助手没有响应，请重试')
const reasonOf = (fault: unknown) => (fault instanceof CallRefusal ? fault.reason : null)

/**
 * The way to the certificates of this computer's tokens: what the browser will ask is said before it asks, then
 * whether the companion is there, the pairing, and the certificates.
 */
export function useCompanion() {
  const [state, setState] = useState<CompanionState>({ at: 'connecting' })
  const begun = useRef(false)

  const failed = async (fault: unknown) => {
    const reason = reasonOf(fault)
    if (reason === 'unreachable') return setState({ at: 'missing', network: await localNetwork() })
    setState({ at: 'empty', text: wordsOf(fault) })
  }
  const list = async () => {
    const certificates = await readCertificates()
    if (certificates.length === 0) return setState({ at: 'empty', text: 'USBKey中没有可用的证书' })
    setState({ at: 'ready', certificates })
  }
  const connect = async () => {
    setState({ at: 'connecting' })
    try {
      const known = await isPaired()
      localStorage.setItem(usedKey, '1')
      if (known) return await list()
      await showPairingCode()
      setState({ at: 'pairing', fault: '', busy: false })
    } catch (fault) {
      await failed(fault)
    }
  }
  const finish = async (code: string) => {
    setState({ at: 'pairing', fault: '', busy: true })
    try {
      await pair(code.trim())
      await list()
    } catch (fault) {
      if (reasonOf(fault) !== 'pair-wrong') return failed(fault)
      setState({ at: 'pairing', fault: wordsOf(fault), busy: false })
    }
  }
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    // Who was let in before is not told again what the browser will ask.
    void localNetwork().then((network) => {
      if (network === 'free' && localStorage.getItem(usedKey) !== null) void connect()
      else setState({ at: 'before', network })
    })
  })
  return { state, connect: () => void connect(), finish: (code: string) => void finish(code) }
}
