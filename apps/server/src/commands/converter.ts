import { bundledFontPaths } from '@moqi/pdf/fonts/bundled-fonts'
import { confinedOffice } from '#src/platform/converter/confined-office.ts'
import { confinements, inContainer } from '#src/platform/converter/confinement.ts'
import { findOffice } from '#src/platform/converter/open-office.ts'
import { serveOffice } from '#src/platform/converter/serve-office.ts'

/**
 * `npm run converter`: converts Word documents for servers that name it in MOQI_CONVERTER_URL. It holds no key and no
 * data. With MOQI_CONVERTER_CONTAINER=1 the container it runs in is the sandbox: no network but to the servers, a
 * read-only root, a user that is not root.
 */
async function main(): Promise<void> {
  const { PORT, HOST, MOQI_CONVERTER_CONTAINER } = process.env
  const program = findOffice()
  if (program === null) throw new Error('LibreOffice (soffice) is not installed')
  const office = confinedOffice({
    program,
    fontFiles: bundledFontPaths(),
    hidden: [],
    confinements: MOQI_CONVERTER_CONTAINER === '1' ? [inContainer] : confinements(process.getuid?.() === 0),
  })
  const state = await office.state()
  if (!state.usable) {
    throw new Error(`LibreOffice cannot be confined: ${state.reason}; in a container set MOQI_CONVERTER_CONTAINER=1`)
  }
  const app = serveOffice(office)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close())
  // The process that started us is gone: nothing may be left running.
  process.once('disconnect', () => void app.close())
  console.log(`转换服务：${await app.listen({ port: Number(PORT || 8090), host: HOST || '127.0.0.1' })}`)
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
