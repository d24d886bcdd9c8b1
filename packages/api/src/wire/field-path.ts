const names = new Map(
  Object.entries({
    subject: 'taskName',
    contractNo: 'taskNo',
    files: 'fileArray',
    attachments: 'attachmentArray',
    parties: 'signerArray',
    roles: 'roleArray',
    cc: 'ccArray',
    areas: 'positionArray',
    partyNo: 'signerNo',
  }),
)

/** The path of a faulty field as it travels: `parties.0.name` is `signerArray.0.signerName`. */
export function wirePath(path: string): string {
  const [head = '', ...rest] = path.split('.')
  const isSide = head === 'parties' || head === 'roles'
  return [names.get(head) ?? head, ...rest.map((part) => (isSide && part === 'name' ? 'signerName' : part))].join('.')
}
