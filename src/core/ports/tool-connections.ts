/** Which agents have our MCP tools at hand right now. */
export interface ToolConnections {
  /**
   * Whether an agent of this host that works in this folder is connected to our MCP server. Cheap:
   * hooks call it while the agent waits.
   */
  isConnected(host: string, folder: string): Promise<boolean>
}
