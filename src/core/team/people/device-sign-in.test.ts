import { describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../../test/support/postgres.ts'
import { usePeople } from '../../../../test/support/team/people.ts'
import {
  decideDeviceRequest,
  findDeviceRequest,
  pollDeviceSignIn,
  startDeviceSignIn,
} from './device-sign-in.ts'
import { removeFromTeam } from './members.ts'
import { authenticate } from './tokens.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('signing a machine in with a code', () => {
  const people = usePeople()
  const start = () => startDeviceSignIn(people.parts, 'ada-laptop')
  const poll = (code: string) => pollDeviceSignIn(people.parts, code)
  const noCode = { code: 'not-found', message: 'there is no such code' }

  test('the machine waits, a person approves its code, and it gets one token', async () => {
    const browser = await people.founder('browser')
    const { deviceCode, userCode } = await start()
    expect(userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
    expect(await poll(deviceCode)).toEqual({ error: 'authorization_pending' })
    const typed = ` ${userCode.toLowerCase().replace('-', ' ')} `
    expect(await findDeviceRequest(people.parts, browser, typed)).toMatchObject({
      machine: 'ada-laptop',
    })
    await decideDeviceRequest(people.parts, browser, typed, 'approve')
    people.wait({ seconds: 5 })
    const answer = await poll(deviceCode)
    const token = 'token' in answer ? answer.token : ''
    expect(await authenticate(people.parts, token)).toMatchObject({
      organisation: browser.organisation,
      person: browser.person,
      credential: { kind: 'machine' },
      scopes: ['recall', 'store', 'sync', 'admin'],
    })
    people.wait({ seconds: 5 })
    expect(await poll(deviceCode)).toEqual({ error: 'invalid_grant' })
  })

  test('two polls at the same moment get one token', async () => {
    const browser = await people.founder('browser')
    const { deviceCode, userCode } = await start()
    await decideDeviceRequest(people.parts, browser, userCode, 'approve')
    const answers = await Promise.all([poll(deviceCode), poll(deviceCode)])
    expect(answers.filter((answer) => 'token' in answer)).toHaveLength(1)
  })

  test('a machine that polls too often must slow down, more each time', async () => {
    const { deviceCode } = await start()
    expect(await poll(deviceCode)).toEqual({ error: 'authorization_pending' })
    people.wait({ seconds: 2 })
    expect(await poll(deviceCode)).toEqual({ error: 'slow_down' })
    people.wait({ seconds: 6 })
    expect(await poll(deviceCode)).toEqual({ error: 'slow_down' })
    people.wait({ seconds: 15 })
    expect(await poll(deviceCode)).toEqual({ error: 'authorization_pending' })
  })

  test('a refused machine learns that', async () => {
    const browser = await people.founder('browser')
    const { deviceCode, userCode } = await start()
    await decideDeviceRequest(people.parts, browser, userCode, 'deny')
    expect(await poll(deviceCode)).toEqual({ error: 'access_denied' })
    await expect(
      decideDeviceRequest(people.parts, browser, userCode, 'approve'),
    ).rejects.toMatchObject(noCode)
  })

  test('a code expires', async () => {
    const browser = await people.founder('browser')
    const { deviceCode, userCode } = await start()
    people.wait({ minutes: 10 })
    await expect(findDeviceRequest(people.parts, browser, userCode)).rejects.toMatchObject(noCode)
    expect(await poll(deviceCode)).toEqual({ error: 'expired_token' })
  })

  test('an approved code expires, too', async () => {
    const browser = await people.founder('browser')
    const { deviceCode, userCode } = await start()
    await decideDeviceRequest(people.parts, browser, userCode, 'approve')
    people.wait({ minutes: 10 })
    expect(await poll(deviceCode)).toEqual({ error: 'expired_token' })
  })

  test('a machine is approved once, and nobody else can take it over', async () => {
    const [first, second] = [await people.founder('browser'), await people.founder('browser')]
    const { deviceCode, userCode } = await start()
    await decideDeviceRequest(people.parts, first, userCode, 'approve')
    await expect(
      decideDeviceRequest(people.parts, second, userCode, 'approve'),
    ).rejects.toMatchObject(noCode)
    const answer = await poll(deviceCode)
    const actor = await authenticate(people.parts, 'token' in answer ? answer.token : '')
    expect(actor?.organisation).toBe(first.organisation)
  })

  test('a person removed after approving signs no machine in', async () => {
    const owner = await people.founder()
    const member = await people.joined(owner, 'member', 'browser')
    const { deviceCode, userCode } = await start()
    await decideDeviceRequest(people.parts, member, userCode, 'approve')
    await removeFromTeam(people.parts, owner, member.person.id)
    expect(await poll(deviceCode)).toEqual({ error: 'access_denied' })
  })

  test('machines and keys approve nothing: a person has to see what they approve', async () => {
    const machine = await people.founder('machine')
    const { userCode } = await start()
    await expect(
      decideDeviceRequest(people.parts, machine, userCode, 'approve'),
    ).rejects.toMatchObject({ code: 'not-allowed' })
  })

  test('a wrong device code is no grant', async () => {
    const { deviceCode, userCode } = await start()
    const wrong = deviceCode.slice(0, -1) + (deviceCode.endsWith('a') ? 'b' : 'a')
    for (const code of [wrong, '', userCode, deviceCode.replace('tld_', 'tlm_')]) {
      expect(await poll(code)).toEqual({ error: 'invalid_grant' })
    }
  })
})
