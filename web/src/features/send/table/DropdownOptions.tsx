/** The options of a cell for a dropdown placeholder, plus its value if it isn't one of them. */
export function DropdownOptions({ options, value }: { options: readonly string[]; value: string }) {
  return (
    <>
      <option value="" />
      {value !== "" && !options.includes(value) && <option value={value}>{value} (not an option)</option>}
      {options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </>
  );
}
