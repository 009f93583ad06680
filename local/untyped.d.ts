/** Packages without types. */
declare module "njre" {
  const njre: {
    /** Puts a JRE into `jre` beside `installPath`, its checksum verified. */
    install(
      version: number,
      options: { type: "jre" | "jdk"; installPath: string },
    ): Promise<string>;
  };
  export default njre;
}
declare module "firebase-tools/lib/*";
