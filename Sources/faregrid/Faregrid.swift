@main enum Faregrid { static func main() {} }
