declare module "#platform/server/files/file-rules.ts" {
  interface FileKinds {
    readonly case_message: "proof";
  }
}
