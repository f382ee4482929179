const loopback = /^(127\.0\.0\.1|localhost|\[::1\])$/

/** Whether the host name of an address means this machine, so that nobody on the way can listen. */
export function isLoopbackHost(hostname: string): boolean {
  return loopback.test(hostname)
}
